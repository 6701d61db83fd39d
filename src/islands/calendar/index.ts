/**
 * Starts the calendar when the browser has nothing more urgent to do. Astro's own island loader would do the same, but
 * it stands in the page as 4 kB of script, more than the home page's weight allows.
 */
export function startCalendar(): void {
  const root = document.querySelector<HTMLElement>('#calendar');
  if (!root) return;
  (window.requestIdleCallback ?? setTimeout)(async () => {
    if (import.meta.env.DEV) await import('@vitejs/plugin-react/preamble');
    const { hydrateCalendar } = await import('./hydrate.tsx');
    hydrateCalendar(root);
  });
}
