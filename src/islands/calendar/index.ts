import { whenPainted } from '../../lib/moments.ts';

/** Brings the calendar to life, with the framework it needs; that comes only once the page is painted. */
export async function startCalendar(root: HTMLElement): Promise<void> {
  await whenPainted('#calendar');
  if (import.meta.env.DEV) await import('@vitejs/plugin-react/preamble');
  const { hydrateCalendar } = await import('./hydrate.tsx');
  hydrateCalendar(root);
}
