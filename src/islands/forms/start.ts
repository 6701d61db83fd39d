import { painted } from '../../lib/painted.ts';
import { keepDraft } from './draft.ts';

/** Keeps what was typed before the form's own script came, should the page be left before that. */
function keepEarly(name: string, form: HTMLFormElement): void {
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  keepDraft(name, new Map(texts));
}

/** Starts the page's form as soon as the page is painted, as the filters of a list start. */
export async function startForm(): Promise<void> {
  const root = document.querySelector<HTMLElement>('[data-form]');
  const form = root?.querySelector('form');
  if (!root || !form) return;
  addEventListener('pagehide', () => keepEarly(root.dataset.form ?? '', form));
  await painted();
  if (import.meta.env.DEV) await import('@vitejs/plugin-react/preamble');
  const { hydrateForm } = await import('./hydrate.tsx');
  hydrateForm(root);
}
