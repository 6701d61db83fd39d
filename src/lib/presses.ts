import { domReady } from './domReady.ts';

/** Presses of controls whose script has not come are held by the page's first script, and carried out by theirs. */

/** Controls that do something else, or nothing, without their script. */
const CONTROLS =
  '.tabrow a,#calendar :is(.ctl,td) a,.car .ctl button,#list .more button,[data-pswp-width],[data-notes],[data-enlarge]';

/** How long a link is held for its script, ms. */
const PATIENCE = 5000;

function follow(link: HTMLAnchorElement): void {
  if (link.hasAttribute('aria-busy')) location.assign(link.href);
}

function markList(control: Element): void {
  control.closest('#list:not(.live)')?.querySelector('.grid')?.setAttribute('aria-busy', 'true');
}

function hold(event: MouseEvent): void {
  const control = (event.target as Element).closest(CONTROLS);
  if (!control || control.closest('.live') || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  control.setAttribute('aria-busy', 'true');
  markList(control);
  if (control instanceof HTMLAnchorElement) setTimeout(follow, PATIENCE, control);
}

/** Whether presses on "Show more" are held while the list's script is to come. */
function offerMore(isHeld: boolean): void {
  const button = document.querySelector<HTMLButtonElement>('#list:not(.live) .more button');
  if (button) button.disabled = !isHeld;
}

/** A script that cannot be had, or ends with an error, is not waited for. */
function giveUp({ target }: Event): void {
  if (target instanceof Element && target.localName !== 'script') return;
  document.documentElement.classList.replace('js', 'no-js');
  removeEventListener('click', hold, true);
  offerMore(false);
  document.querySelectorAll<HTMLAnchorElement>('a[aria-busy]').forEach(follow);
}

/** Shows the controls that need a script, and holds presses until it has come: from now on both can be expected. */
export function holdPresses(): void {
  document.documentElement.classList.add('js');
  addEventListener('click', hold, true);
  addEventListener('input', ({ target }) => markList(target as Element), true);
  addEventListener('error', giveUp, true);
  addEventListener('unhandledrejection', giveUp);
  void domReady().then(() => offerMore(true));
}

/** What was pressed in `root` and still waits for its script. */
export const pressedIn = (root: Element): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(':is(a,button)[aria-busy]')];

/** From now on `root` answers to presses itself. Gives what was pressed in it before. */
export function takePresses(root: Element): HTMLElement[] {
  const early = pressedIn(root);
  root.classList.add('live');
  for (const control of early) control.removeAttribute('aria-busy');
  return early;
}

/** From now on `root` answers to presses itself, also to those that came before. */
export function carryOut(root: Element): void {
  for (const control of takePresses(root)) control.click();
}
