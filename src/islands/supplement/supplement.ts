/** What browsers lack that the header needs: popovers, container queries, `:has`. */
import sheet from './supplement.css?url&no-inline';

function setOpen(element: HTMLElement, open: boolean): void {
  if (element.hasAttribute('data-open') === open) return;
  element.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState: open ? 'open' : 'closed' }));
  element.toggleAttribute('data-open', open);
}

function addPopovers(): void {
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      setOpen(this, true);
    },
    hidePopover(this: HTMLElement) {
      setOpen(this, false);
    },
    togglePopover(this: HTMLElement) {
      setOpen(this, !this.hasAttribute('data-open'));
    },
  });
  addEventListener('click', ({ target }) => {
    const id = (target as Element).closest('[popovertarget]')?.getAttribute('popovertarget');
    if (id) document.getElementById(id)?.togglePopover();
  });
}

/** Gives the header a layout that needs none of it, and its menu popovers. */
export function supplement(): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet }));
  if (!('popover' in HTMLElement.prototype)) addPopovers();
}
