import { carryOut } from '../../lib/presses.ts';
import { fetchNotices } from './fetchNotices.ts';
import sheet from './popup.css?url&no-inline';
import { isNewToVisit } from './seenNotices.ts';

/** Settles when the dialog has its style, or that cannot be had. */
function loadStyle(): Promise<void> {
  return new Promise((settle) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet });
    link.addEventListener('load', () => settle());
    link.addEventListener('error', () => settle());
    document.head.append(link);
  });
}

/**
 * Returns a function that moves by so many of the `total` notices, wrapping at the ends, and writes the position into
 * `status`. Notices beyond those in the page are fetched with the first move; where that fails they are skipped.
 */
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
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'button plain';
  made.textContent = label;
  made.addEventListener('click', onClick);
  return made;
}

function controls(dialog: HTMLDialogElement, list: HTMLElement | null, total: number): HTMLElement {
  const bar = document.createElement('p');
  bar.className = 'bar';
  const close = button('Close', () => dialog.close());
  close.autofocus = true;
  if (list && total > 1) {
    const status = document.createElement('span');
    status.setAttribute('role', 'status');
    const move = createPager(list, total, status);
    void move(0);
    bar.append(
      button('Previous', () => move(-1)),
      status,
      button('Next', () => move(1)),
    );
  }
  bar.append(close);
  return bar;
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

/**
 * Moves the section of notices into a modal `dialog`, opens it once per visit, and has the links to the notices open it
 * again. Settles when no dialog covers the page: at once, or when the one that opened is closed.
 */
export async function startPopup(section: HTMLElement): Promise<void> {
  await loadStyle();
  const dialog = document.createElement('dialog');
  dialog.className = 'notes';
  dialog.setAttribute('aria-label', 'Notifications');
  dialog.append(...section.childNodes, controls(dialog, section.querySelector('ul'), Number(section.dataset.total)));
  section.remove();
  // The place of what had the focus last is where Tab goes on: after a dialog that opened by itself at the top of the page.
  document.body.prepend(dialog);
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  const openers = document.querySelectorAll('[data-notes]');
  for (const opener of openers) {
    opener.addEventListener('click', (event) => {
      event.preventDefault();
      dialog.showModal();
    });
  }
  const isNew = isNewToVisit(section.dataset.set ?? '', () => sessionStorage);
  let wasClosed = false;
  const closed = new Promise<void>((settle) => {
    const onClose = () => {
      wasClosed = true;
      settle();
    };
    dialog.addEventListener('close', onClose, { once: true });
  });
  for (const { parentElement } of openers) if (parentElement) carryOut(parentElement);
  if (!isNew) return;
  await stillness();
  // The visitor may have opened it meanwhile, and closed it again.
  if (wasClosed) return;
  if (!dialog.open) dialog.showModal();
  await closed;
}
