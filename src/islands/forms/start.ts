import { domReady, startIsland } from '../../lib/domReady.ts';
import type { FormRoot } from './SchoolForm.tsx';

const keyOf = (form: string) => `draft:${form}`;

/** Saves what was typed until the tab ends, without blank fields; storage that is full or forbidden is ignored. */
export function keepDraft(form: string, values: ReadonlyMap<string, string>): void {
  try {
    const typed = [...values].filter(([, value]) => value !== '');
    if (typed.length === 0) sessionStorage.removeItem(keyOf(form));
    else sessionStorage.setItem(keyOf(form), JSON.stringify(typed));
  } catch {
    // The form works without its draft.
  }
}

/** The saved draft, by field name; empty when there is none, or it is damaged. */
export function readDraft(form: string): ReadonlyMap<string, unknown> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '[]'));
  } catch {
    return new Map();
  }
}

/** Puts a draft back into fields that are empty, and keeps what is typed, also before the form is hydrated. */
function followDraft(root: FormRoot): void {
  const { form = '' } = root.dataset;
  const controls = () => [
    ...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('.field :is(input:not([type=file]),textarea)'),
  ];
  root.fill = () => {
    const draft = readDraft(form);
    for (const control of controls()) control.value ||= String(draft.get(control.name) ?? '');
  };
  const keep = () => keepDraft(form, new Map(controls().map(({ name, value }) => [name, value])));
  root.fill();
  keep();
  root.addEventListener('input', keep);
  addEventListener('pagehide', keep);
  root.addEventListener('reset', () => keepDraft(form, new Map()));
}

export async function startForm(): Promise<void> {
  void domReady().then(() => document.querySelectorAll<HTMLElement>('[data-form]').forEach(followDraft));
  await startIsland('[data-form]', () => import('./hydrate.tsx'));
}
