export function whenIdle(work: () => void): void {
  const ask = window.requestIdleCallback ?? setTimeout;
  ask(work);
}

export function whenLoadedAndIdle(work: () => void): void {
  if (document.readyState === 'complete') whenIdle(work);
  else addEventListener('load', () => whenIdle(work));
}

export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
