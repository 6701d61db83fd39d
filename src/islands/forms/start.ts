import { parsed, whenPainted } from '../../lib/moments.ts';
import { keepDraft } from './draft.ts';

/** Keeps what was typed before the form's own script came, should the page be left before that. */
function keepEarly(): void {
  const root = document.querySelector<HTMLElement>('[data-form]');
  const form = root?.querySelector('form');
  if (!form) return;
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  keepDraft(root?.dataset.form ?? '', new Map(texts));
}

/** Starts the page's form as soon as it is painted, as the filters of a list start. */
export async function startForm(): Promise<void> {
  addEventListener('pagehide', keepEarly);
  const root = await whenPainted('[data-form]');
  if (!root) return;
  if (import.meta.env.DEV) await import('@vitejs/plugin-react/preamble');
  const [{ hydrateForm }] = await Promise.all([import('./hydrate.tsx'), parsed()]);
  hydrateForm(root);
}
