import { isNewToVisit } from './visit.ts';

/** Shows one of several items, around and around; `place` says which one. */
function turnable(items: readonly HTMLElement[], place: HTMLElement): (by: number) => void {
  let at = 0;
  return (by) => {
    at = (at + by + items.length) % items.length;
    items.forEach((item, index) => {
      item.hidden = index !== at;
    });
    place.textContent = `${at + 1} of ${items.length}`;
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

function controls(dialog: HTMLDialogElement, items: readonly HTMLElement[]): HTMLElement {
  const bar = document.createElement('p');
  bar.className = 'bar';
  const close = button('Close', () => dialog.close());
  close.autofocus = true;
  if (items.length > 1) {
    const place = document.createElement('span');
    place.setAttribute('role', 'status');
    const turn = turnable(items, place);
    turn(0);
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
 */
export function startPopup(section: HTMLElement): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'notes';
  dialog.setAttribute('aria-label', 'Notifications');
  dialog.append(...section.childNodes, controls(dialog, [...section.querySelectorAll<HTMLElement>('.note')]));
  section.replaceWith(dialog);
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  for (const opener of document.querySelectorAll('[data-notes]')) {
    opener.addEventListener('click', (event) => {
      event.preventDefault();
      dialog.showModal();
    });
  }
  if (isNewToVisit(section.dataset.set ?? '', () => sessionStorage)) dialog.showModal();
}
