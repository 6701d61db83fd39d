/** What a page says of today and of what is next, by the visitor's clock in the school's zone. Days are `2026-11-28`. */
import { dayAfter, dayOf, isOver, WEEKDAYS, weekdayAndDay, weekdayOf } from '../../lib/dates.ts';
import { domReady } from '../../lib/domReady.ts';

const zone = import.meta.env.SCHOOL_TIME_ZONE;
const all = (selector: string, root: ParentNode = document) => root.querySelectorAll<HTMLElement>(selector);
const hasPassed = (day: string) => isOver(day, Date.now(), zone);
const hasBegun = (day: string) => hasPassed(dayAfter(day, -1));
const dayIn = (element: Element) => element.querySelector('time')?.dateTime ?? '';
const lastDayIn = (element: HTMLElement) => element.dataset.last ?? dayIn(element);

function wordFor(day: string): string {
  if (hasBegun(day)) return 'Today';
  return (hasBegun(dayAfter(day, -1)) ? 'Tomorrow' : WEEKDAYS[weekdayOf(day)]) ?? '';
}

/** Takes what has passed out of a list and what waits in templates into it, up to its number of items. */
function showFirst(list: HTMLElement): void {
  const { first } = list.dataset;
  for (const item of all(':scope > [data-until]', list)) if (item.hidden) item.remove();
  const shown = () => [...all(':scope > [data-until]', list)];
  for (const spare of list.querySelectorAll('template')) {
    for (const item of spare.content.querySelectorAll<HTMLElement>('li'))
      if (shown().length < Number(first) && !hasPassed(item.dataset.until ?? '')) spare.before(item);
  }
  const [nearest] = shown();
  const label = nearest?.querySelector('small');
  if (label) label.textContent = label.textContent.replace('After that', 'Next event');
  list.closest('.coming')?.toggleAttribute('hidden', !nearest);
}

function fold(earlier: HTMLElement): void {
  const folded = earlier.querySelector('ul');
  const count = earlier.querySelector('summary span');
  for (const entry of all(':scope > .entries > li', earlier.parentElement ?? earlier)) {
    const last = lastDayIn(entry);
    if (!last || !hasPassed(last)) continue;
    entry.className = 'past';
    folded?.append(entry);
    earlier.hidden = false;
  }
  if (count && folded) count.textContent = String(folded.children.length);
}

/** Puts what has passed behind what is to come, the newest first, as the page's own order is. */
function putComingFirst(list: HTMLElement): void {
  const items = [...all(':scope > li', list)];
  const passed = items.filter((item) => dayIn(item) && hasPassed(lastDayIn(item)));
  const last = items.filter((item) => dayIn(item) && !passed.includes(item)).at(-1);
  const moved = passed.filter((item) => last && items.indexOf(item) < items.indexOf(last));
  last?.after(...moved.reverse());
  // A row that snaps to its slides has followed the one that it showed.
  if (moved[0]) list.parentElement?.scroll(0, 0);
}

/** Puts the heading of what is earlier before the first card that has passed, of those under what is coming. */
function regroup(coming: HTMLElement): void {
  const [name = '', year = ''] = coming.textContent.split(' in ');
  if (name !== 'Coming') return;
  let card = coming.nextElementSibling;
  while (card?.matches('article') && !hasPassed(dayIn(card))) card = card.nextElementSibling;
  if (!card?.matches('article')) return;
  let earlier = card.nextElementSibling;
  while (earlier?.matches('article')) earlier = earlier.nextElementSibling;
  const heading = earlier?.textContent === `Earlier in ${year}` ? earlier : coming.cloneNode();
  heading.textContent = `Earlier in ${year}`;
  card.before(heading);
  if (coming.nextElementSibling === heading) coming.remove();
}

function settle(): void {
  for (const element of all('[data-from],[data-until]')) {
    const { from, until } = element.dataset;
    element.hidden = (until !== undefined && hasPassed(until)) || (from !== undefined && !hasBegun(from));
  }
  for (const facts of all('[data-over]')) {
    if (!hasPassed(facts.dataset.over ?? '')) continue;
    const told = document.createElement('p');
    told.className = 'over';
    told.textContent = 'This event is over.';
    facts.before(told);
    delete facts.dataset.over;
  }
  for (const word of all('[data-weekday-of]')) word.textContent = wordFor(word.dataset.weekdayOf ?? '');
  for (const band of all('[data-now]')) {
    const { now = '' } = band.dataset;
    if (!hasPassed(now)) continue;
    const day = dayOf(Date.now(), zone);
    band.dataset.now = day;
    band.textContent = `Today, ${weekdayAndDay(day)}`;
    band.hidden = day.slice(0, 7) !== now.slice(0, 7);
  }
  all('[data-first]').forEach(showFirst);
  // What the calendar's island has made anew it keeps up to date itself.
  all('.earlier:not([data-own=true] *)').forEach(fold);
  all('.printed .year').forEach(regroup);
}

export async function startClock(): Promise<void> {
  await domReady();
  all('[data-coming]').forEach(putComingFirst);
  settle();
  setInterval(settle, 60_000);
  document.addEventListener('visibilitychange', settle);
}
