import { readNotices } from './rest.ts';
import { isNewToVisit } from './visit.ts';

/**
 * Shows one of `total` notices, around and around; `place` says which one. Those that the page had no room for are read
 * with the first turn; those that cannot be had are passed over.
 */
function turnable(list: HTMLElement, total: number, place: HTMLElement): (by: number) => Promise<void> {
  const items = [...list.querySelectorAll<HTMLElement>('.note')];
  let rest: Promise<void> | undefined;
  let at = 0;
  const readRest = async () => {
    const further = (await readNotices('/Notifications')).slice(items.length);
    list.append(...further);
    items.push(...further);
  };
  return async (by) => {
    at = (at + by + total) % total;
    if (by !== 0 && items.length < total) {
      rest ??= readRest().catch(() => {
        rest = undefined;
      });
    }
    if (at >= items.length) await rest;
    if (at >= items.length) at = by < 0 ? items.length - 1 : 0;
    items.forEach((item, index) => {
      item.hidden = index !== at;
    });
    place.textContent = `${at + 1} of ${total}`;
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
    const place = document.createElement('span');
    place.setAttribute('role', 'status');
    const turn = turnable(list, total, place);
    void turn(0);
    bar.append(
      button('Previous', () => turn(-1)),
      place,
      button('Next', () => turn(1)),
    );
  }
  bar.append(close);
  return bar;
}

/**
 * Moves the section of notices into a modal dialog, opens it once per visit, and lets the links to the notices open
 * it again. The browser's own `dialog` keeps the focus inside, answers Escape, and gives the focus back.
 * Settles when nothing stands before the page any more: at once, or when the dialog that opened is closed.
 */
export async function startPopup(section: HTMLElement): Promise<void> {
  const dialog = document.createElement('dialog');
  dialog.className = 'notes';
  dialog.setAttribute('aria-label', 'Notifications');
  dialog.append(...section.childNodes, controls(dialog, section.querySelector('ul'), Number(section.dataset.total)));
  section.replaceWith(dialog);
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  for (const opener of document.querySelectorAll('[data-notes]')) {
    opener.addEventListener('click', (event) => {
      event.preventDefault();
      dialog.showModal();
    });
  }
  if (!isNewToVisit(section.dataset.set ?? '', () => sessionStorage)) return;
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
}
