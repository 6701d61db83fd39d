import { timeLimit } from '../../lib/timeLimit.ts';

/** Timeout of one request, ms. */
const TIMEOUT = 20_000;

/** The notice, hidden and with its h2 replaced by an h3, as the dialog has an h2 of its own. */
function asDialogItem(note: HTMLElement): HTMLElement {
  const heading = note.querySelector('h2');
  const lower = document.createElement('h3');
  lower.append(...(heading?.childNodes ?? []));
  heading?.replaceWith(lower);
  note.hidden = true;
  return note;
}

/** All notices, hidden, from the chain of plain pages that begins at `address`. Rejects when a page cannot be fetched. */
export async function fetchNotices(address: string): Promise<HTMLElement[]> {
  const notices: HTMLElement[] = [];
  for (let next: string | null | undefined = address; next; ) {
    const response: Response = await fetch(next, { signal: timeLimit(TIMEOUT) });
    if (!response.ok) throw new Error(`${next} answered ${response.status}.`);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    notices.push(...[...page.querySelectorAll<HTMLElement>('.note')].map(asDialogItem));
    next = page.querySelector('a[rel=next]')?.getAttribute('href');
  }
  return notices;
}
