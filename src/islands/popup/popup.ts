import { element, fetchPage, loadStyle } from '../../lib/element.ts';
import { carryOut } from '../../lib/presses.ts';
import sheet from './popup.css?url&no-inline';

/** The notice, hidden and with its h2 replaced by an h3, as the dialog has an h2 of its own. */
function asDialogItem(note: HTMLElement): HTMLElement {
  const heading = note.querySelector('h2');
  heading?.replaceWith(element('h3', '', ...heading.childNodes));
  note.hidden = true;
  return note;
}

/** All notices, hidden, from the chain of plain pages that begins at `address`. Rejects when a page cannot be fetched. */
async function fetchNotices(address: string): Promise<HTMLElement[]> {
  const notices: HTMLElement[] = [];
  for (let next: string | null | undefined = address; next; ) {
    const page = await fetchPage(next);
    if (!page) throw new Error(`There is no ${next}.`);
    notices.push(...[...page.querySelectorAll<HTMLElement>('.note')].map(asDialogItem));
    next = page.querySelector('a[rel=next]')?.getAttribute('href');
  }
  return notices;
}

/** Gives what moves by so many of `total` notices, around the ends; the first move fetches those that the page lacks. */
function createPager(list: HTMLElement, total: number, status: HTMLElement): (by: number) => Promise<void> {
  const items = [...list.querySelectorAll<HTMLElement>('.note')];
  let fetched: Promise<void> | undefined;
  let at = 0;
  const fetchFurther = async () => {
    const further = (await fetchNotices('/Notifications')).slice(items.length);
    list.append(...further);
    items.push(...further);
  };
  return async (by) => {
    at = (at + by + total) % total;
    if (by !== 0 && items.length < total) {
      fetched ??= fetchFurther().catch(() => {
        fetched = undefined;
      });
    }
    if (at >= items.length) await fetched;
    if (at >= items.length) at = by < 0 ? items.length - 1 : 0;
    items.forEach((item, index) => {
      item.hidden = index !== at;
    });
    status.textContent = `${at + 1} of ${total}`;
  };
}

function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = Object.assign(element('button', 'button plain', label), { type: 'button' });
  made.addEventListener('click', onClick);
  return made;
}

function controls(dialog: HTMLDialogElement, list: HTMLElement | null, total: number): HTMLElement {
  const close = Object.assign(
    button('Close', () => dialog.close()),
    { autofocus: true },
  );
  if (!list || total < 2) return element('p', 'bar', close);
  const status = element('span', '');
  status.setAttribute('role', 'status');
  const move = createPager(list, total, status);
  void move(0);
  const previous = button('Previous', () => move(-1));
  const next = button('Next', () => move(1));
  return element('p', 'bar', previous, status, next, close);
}

/** How long a visitor has pressed and moved nothing when the dialog opens by itself, ms. */
const STILL = 500;
const ACTIVITY = ['pointerdown', 'pointerup', 'pointercancel', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

/** Settles when the visitor has been still for a while; a press that lasts ends first. */
function stillness(): Promise<void> {
  return new Promise((settle) => {
    const stop = new AbortController();
    const end = () => {
      // A press that began before this script came.
      if (document.querySelector(':active')) {
        timer = setTimeout(end, STILL);
        return;
      }
      stop.abort();
      settle();
    };
    let timer = setTimeout(end, STILL);
    for (const type of ACTIVITY) {
      const onActivity = () => {
        clearTimeout(timer);
        if (type !== 'pointerdown') timer = setTimeout(end, STILL);
      };
      addEventListener(type, onActivity, { signal: stop.signal });
    }
  });
}

const KEY = 'notices';

/** Whether `set`, the digest of a set of notices, has yet to be shown in this visit; always true where storage fails. */
export function isNewToVisit(set: string): boolean {
  try {
    return sessionStorage.getItem(KEY) !== set;
  } catch {
    return true;
  }
}

/** Notes that a set of notices is shown. */
export function noteShown(set: string): void {
  try {
    sessionStorage.setItem(KEY, set);
  } catch {
    // Storage is off or full: better to show the notices again than never.
  }
}

/** Moves the notices into a modal `dialog`, opened once a visit and by their links. Settles when no dialog covers the page. */
export async function startPopup(section: HTMLElement): Promise<void> {
  // Without its style the dialog still says what it has to say.
  await loadStyle(sheet).catch(console.warn);
  const dialog = element('dialog', 'notes');
  dialog.setAttribute('aria-label', 'Notifications');
  dialog.append(...section.childNodes, controls(dialog, section.querySelector('ul'), Number(section.dataset.total)));
  section.remove();
  // The place of what had the focus last is where Tab goes on: after a dialog that opened by itself at the top of the page.
  document.body.prepend(dialog);
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  const { set = '' } = section.dataset;
  const show = () => {
    noteShown(set);
    dialog.showModal();
  };
  const openers = document.querySelectorAll('[data-notes]');
  for (const opener of openers) {
    opener.addEventListener('click', (event) => {
      event.preventDefault();
      show();
    });
  }
  const isNew = isNewToVisit(set);
  const closed = new Promise((settle) => dialog.addEventListener('close', settle, { once: true }));
  for (const { parentElement } of openers) if (parentElement) carryOut(parentElement);
  if (!isNew) return;
  // The visitor may open it meanwhile, and close it again.
  if (await Promise.race([closed, stillness()])) return;
  if (!dialog.open) show();
  await closed;
}
