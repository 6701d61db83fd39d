/** Does `work` when the browser has nothing more urgent to do. */
export function whenIdle(work: () => void): void {
  const ask = window.requestIdleCallback ?? setTimeout;
  ask(work);
}

/** The same, once the page has loaded. */
export function whenLoadedAndIdle(work: () => void): void {
  if (document.readyState === 'complete') whenIdle(work);
  else addEventListener('load', () => whenIdle(work));
}

/** Whether the visitor asked their browser to save data. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
