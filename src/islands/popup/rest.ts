/** Patience with one page of notices, in milliseconds. */
const PATIENCE = 20_000;

/** A notice as the dialog shows it: its heading stands a level lower there than on a page of notices. */
function lowered(note: HTMLElement): HTMLElement {
  const heading = note.querySelector('h2');
  const lower = document.createElement('h3');
  lower.append(...(heading?.childNodes ?? []));
  heading?.replaceWith(lower);
  note.hidden = true;
  return note;
}

/** All notices, hidden, from the plain pages that begin at `address`. Rejects when one of them cannot be had. */
export async function readNotices(address: string): Promise<HTMLElement[]> {
  const notices: HTMLElement[] = [];
  for (let next: string | null | undefined = address; next; ) {
    const answer: Response = await fetch(next, { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) throw new Error(`${next} answered ${answer.status}.`);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    notices.push(...[...page.querySelectorAll<HTMLElement>('.note')].map(lowered));
    next = page.querySelector('a[rel=next]')?.getAttribute('href');
  }
  return notices;
}
