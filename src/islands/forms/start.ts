import { painted } from '../../lib/painted.ts';

/** Starts the page's form as soon as the page is painted, as the filters of a list start. */
export async function startForm(): Promise<void> {
  const root = document.querySelector<HTMLElement>('[data-form]');
  if (!root) return;
  await painted();
  if (import.meta.env.DEV) await import('@vitejs/plugin-react/preamble');
  const { hydrateForm } = await import('./hydrate.tsx');
  hydrateForm(root);
}
