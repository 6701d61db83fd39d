import { startIsland } from '../../lib/domReady.ts';
import { keepDraft } from './draft.ts';

/** Saves a draft when the page is left before the form is hydrated. */
function saveEarlyDraft(): void {
  const root = document.querySelector<HTMLElement>('[data-form]');
  const form = root?.querySelector('form');
  if (!form) return;
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  keepDraft(root?.dataset.form ?? '', new Map(texts));
}

/** Hydrates the page's form once it is painted and the document parsed. */
export async function startForm(): Promise<void> {
  addEventListener('pagehide', saveEarlyDraft);
  await startIsland('[data-form]', () => import('./hydrate.tsx'));
}
