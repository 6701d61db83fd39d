import { whenPainted } from '../../lib/domReady.ts';

/** Hydrates the calendar once it is painted. */
export async function startCalendar(root: HTMLElement): Promise<void> {
  await whenPainted('#calendar');
  if (import.meta.env.DEV) await import('@vitejs/plugin-react/preamble');
  const { hydrateCalendar } = await import('./hydrate.tsx');
  hydrateCalendar(root);
}
