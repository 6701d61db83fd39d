import { domReady, startIsland } from '../../lib/domReady.ts';
import { keepDraft, readDraft } from './draft.ts';

/** Puts a draft back into fields that are empty, and keeps what is typed from now on, also before the form is hydrated. */
function followDraft(root: HTMLElement): void {
  const { form = '' } = root.dataset;
  const controls = () => [
    ...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('.field :is(input:not([type=file]),textarea)'),
  ];
  const draft = readDraft(form);
  for (const control of controls()) control.value ||= String(draft.get(control.name) ?? '');
  const keep = () => keepDraft(form, new Map(controls().map(({ name, value }) => [name, value])));
  root.addEventListener('input', keep);
  addEventListener('pagehide', keep);
  root.addEventListener('reset', () => keepDraft(form, new Map()));
}

export async function startForm(): Promise<void> {
  void domReady().then(() => document.querySelectorAll<HTMLElement>('[data-form]').forEach(followDraft));
  await startIsland('[data-form]', () => import('./hydrate.tsx'));
}
