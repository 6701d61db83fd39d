/** The album of `/SubGallery?id=`: its published page or, when it is newer, the content service's answer printed alike. */
import { albumFields, PHOTO_GALLERY, photoSegment } from '../../lib/albumAnswer.ts';
import { dayMonthYear, type SchoolDate } from '../../lib/dates.ts';
import { element, fetchPage } from '../../lib/element.ts';
import { albumPath } from '../../lib/paths.ts';
import { readDate } from '../../lib/readDate.ts';
import { timeLimit } from '../../lib/timeLimit.ts';
import { readIdentity, readLabel, readReferences, readText } from '../../service/schemas/fields.ts';
import { startShare } from '../share/share.ts';
import { gridClass } from './photos.ts';

type LiveAlbum = NonNullable<ReturnType<typeof readLiveAlbum>>;

/** The album in an answer; null when there is none, or one that the gallery does not show. */
export function readLiveAlbum(answer: unknown, id: string, zone: string) {
  const fields = albumFields(answer);
  if (!fields) return null;
  const identity = readIdentity(fields);
  const category = readLabel(fields.category);
  if ((identity !== null && identity !== id) || (category !== '' && category !== PHOTO_GALLERY)) return null;
  return {
    title: readLabel(fields.title) || 'Untitled album',
    description: readText(fields.description),
    date: readDate(fields.date, zone),
    /** Addresses below the service's base; null for one that cannot be had. */
    photos: readReferences(fields.attachments).map((reference) => {
      const segment = photoSegment(reference);
      return segment && `/api/image/${segment}`;
    }),
  };
}

const missing = () => element('span', 'pic none');

/** When the album's event and its last update were: the service tells one date for both. */
function datedFacts({ day }: SchoolDate): HTMLElement[] {
  return ['Event date ', 'Last update '].map((words) => {
    const time = element('time', '', dayMonthYear(day));
    time.dateTime = day;
    return element('span', '', words, time);
  });
}

/** A photo's list item. Its link opens in the lightbox once the picture has loaded and its size is known. */
function photo(src: string | null, number: number, count: number): HTMLElement {
  const item = element('li', '');
  if (src === null) {
    item.append(missing());
    return item;
  }
  const image = element('img', '');
  const link = element('a', '', element('span', 'pic', image));
  link.id = `photo-${number}`;
  link.href = src;
  image.alt = `Photo ${number} of ${count}`;
  image.loading = 'lazy';
  image.onload = () => {
    link.dataset.pswpWidth = String(image.naturalWidth);
    link.dataset.pswpHeight = String(image.naturalHeight);
  };
  image.onerror = () => item.replaceChildren(missing());
  image.src = src;
  item.append(link);
  return item;
}

function show(title: string, content: readonly Node[], canonical?: string): void {
  document.title = title + document.title.slice(document.title.indexOf(' · '));
  const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
  if (canonical && link) link.href = canonical;
  document.querySelector('main')?.replaceChildren(...content);
  document.documentElement.classList.remove('waiting');
  void startShare();
}

/** Gives the index of albums another title, with what stands below it in the head, and other content. */
function showUnderHead(title: string, below: readonly Node[], content: readonly Node[]): void {
  const head = document.querySelector('.head');
  head?.querySelector('[aria-current]')?.replaceChildren(element('span', '', title));
  head?.querySelector('h1')?.replaceWith(element('h1', '', title), ...below);
  show(title, [...(head ? [head] : []), ...content]);
}

function showLiveAlbum({ title, description, date, photos }: LiveAlbum, base: string): void {
  const count = photos.length;
  const facts = element('p', 'facts', ...(date ? datedFacts(date) : []));
  facts.append(element('span', '', count === 1 ? '1 photo' : `${count} photos`));
  const items = photos.map((path, index) => photo(path && base + path, index + 1, count));
  const grid = element('ul', gridClass(count), ...items);
  Object.assign(grid.dataset, { title, count: String(count) });
  showUnderHead(title, [facts], [...(description ? [element('div', '', element('p', 'lead text', description))] : []), grid]);
}

/** The album as the content service has it now; null when it has none of this identity. Rejects when the request fails. */
async function fetchLiveAlbum(id: string, base: string): Promise<LiveAlbum | null> {
  const response = await fetch(`${base}/api/subGallery?id=${encodeURIComponent(id)}`, { signal: timeLimit() });
  if (response.status === 404 || response.status === 400) return null;
  if (!response.ok) throw new Error(`The content service answered with status ${response.status}.`);
  return readLiveAlbum(await response.json(), id, import.meta.env.SCHOOL_TIME_ZONE);
}

/** Shows the page's template for an album that does not exist, or could not be fetched, above the months of all albums. */
function showMessage(id: 'unknown' | 'failed'): void {
  const template = document.querySelector<HTMLTemplateElement>(`#${id}`);
  const months = document.querySelector('.archive');
  if (!template) return;
  const message = element('div', '', ...template.content.children);
  showUnderHead(template.dataset.title ?? '', [], [message, ...(months ? [months] : [])]);
}

export async function showAlbumById(id: string): Promise<void> {
  try {
    const page = await fetchPage(albumPath(id));
    if (page?.querySelector('main .photos')) {
      const canonical = page.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
      return show(page.querySelector('h1')?.textContent ?? '', [...(page.querySelector('main')?.childNodes ?? [])], canonical);
    }
    const base = import.meta.env.PUBLIC_CONTENT_SERVICE_URL.replace(/\/$/, '');
    const album = await fetchLiveAlbum(id, base);
    if (album) showLiveAlbum(album, base);
    else showMessage('unknown');
  } catch {
    showMessage('failed');
  }
}
