declare global {
  interface Window {
    /** Controls that were pressed before their script had come, in order; the script in `EarlyPresses.astro` gathers them. */
    pressed?: HTMLElement[];
  }
}

/** What was pressed in `root` and still waits for its script. */
export const pressedIn = (root: Element): HTMLElement[] => (window.pressed ?? []).filter((control) => root.contains(control));

/** From now on `root` answers to presses itself. Gives what was pressed in it before, in order. */
export function takePresses(root: Element): HTMLElement[] {
  const early = pressedIn(root);
  root.classList.add('live');
  window.pressed = window.pressed?.filter((control) => !early.includes(control));
  for (const control of early) control.removeAttribute('aria-busy');
  return early;
}

/** From now on `root` answers to presses itself, also to those that came before. */
export function carryOut(root: Element): void {
  for (const control of takePresses(root)) control.click();
}
