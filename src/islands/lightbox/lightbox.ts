/** The lightbox itself: PhotoSwipe, named and captioned. Loaded when a photo is about to be opened. */
import PhotoSwipe from 'photoswipe';
import sheet from 'photoswipe/style.css?url';
import { element as create, loadStyle } from '../../lib/element.ts';
import { pictureUrl, pictureWidths } from '../../lib/paths.ts';
import { photoLinks } from './photos.ts';

const PUBLISHED = /^\/media\/([^/]+)\/\d+\.webp$/;

let style: Promise<void> | undefined;

/** Loads PhotoSwipe's style sheet, once. Rejects when it cannot be loaded; the next call tries again. */
export async function styled(): Promise<void> {
  style ??= loadStyle(sheet).catch((error) => {
    style = undefined;
    throw error;
  });
  return style;
}

const photoNumber = (link: HTMLAnchorElement | undefined) => Number(link?.id.slice('photo-'.length) ?? 0);

/** Every published width of a photo, as in a `srcset`; undefined for a photo that has only one. */
function variantsOf(link: HTMLAnchorElement): string | undefined {
  const id = PUBLISHED.exec(link.pathname)?.[1];
  if (id === undefined) return undefined;
  return pictureWidths(Number(link.dataset.pswpWidth))
    .map((width) => `${pictureUrl(id, width)} ${width}w`)
    .join(', ');
}

function slideOf(link: HTMLAnchorElement) {
  const thumbnail = link.querySelector('img');
  return {
    src: link.href,
    srcset: variantsOf(link),
    width: Number(link.dataset.pswpWidth),
    height: Number(link.dataset.pswpHeight),
    msrc: thumbnail?.currentSrc,
    alt: thumbnail?.alt,
  };
}

/** Makes everything but the lightbox inert. Returns the function that undoes it. */
function hideRest(lightbox: HTMLElement | undefined): () => void {
  const rest = [...document.body.children].filter((other) => other instanceof HTMLElement);
  const changed = rest.filter((other) => other !== lightbox && !other.inert);
  for (const other of changed) other.inert = true;
  return () => {
    for (const other of changed) other.inert = false;
  };
}

/** Tab goes round in the lightbox: after its last control comes its first, not the browser's own. */
function keepFocus(lightbox: HTMLElement): void {
  lightbox.addEventListener('keydown', (event) => {
    const controls = [...lightbox.querySelectorAll<HTMLElement>('a, button')].filter(({ offsetWidth }) => offsetWidth > 0);
    if (event.key !== 'Tab' || document.activeElement !== (event.shiftKey ? controls[0] : controls.at(-1))) return;
    event.preventDefault();
    controls.at(event.shiftKey ? -1 : 0)?.focus();
  });
}

/** The album's title, and of which photo of it `number` tells: only this is read out at each turn. */
function addCaption(pswp: PhotoSwipe, title: string, number: () => string): void {
  pswp.ui?.registerElement({
    name: 'caption',
    order: 5,
    appendTo: 'root',
    onInit(element) {
      const turned = create('span', '');
      turned.setAttribute('aria-live', 'polite');
      element.append(create('span', '', title), turned);
      pswp.on('change', () => {
        turned.textContent = number();
      });
    },
  });
}

const ARROW_DOWN = '<path d="M16 5v15m-7-7 7 7 7-7M7 27h18" fill="none" stroke="#fff" stroke-width="2.5"/>';

/** A picture as JPEG, which every program opens. */
async function jpegOf({ href }: HTMLAnchorElement): Promise<Blob> {
  const picture = await createImageBitmap(await (await fetch(href)).blob());
  const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  const jpeg = await new Promise<Blob | null>((settle) => canvas.toBlob(settle, 'image/jpeg', 0.92));
  return jpeg ?? Promise.reject(new Error(`${href} is too large for a canvas.`));
}

/** How long a download may take to read the address of what was made for it, ms. */
const READ = 60_000;

/** A link that saves the photo that is shown, in its largest published width; as it is published where that fails. */
function addDownload(pswp: PhotoSwipe, title: string, link: () => HTMLAnchorElement | undefined): void {
  pswp.ui?.registerElement({
    name: 'download',
    order: 8,
    isButton: true,
    tagName: 'a',
    title: 'Download',
    html: { isCustomSVG: true, inner: ARROW_DOWN },
    onInit(element) {
      const nameOf = (photo: HTMLAnchorElement) => `${title}, photo ${photoNumber(photo)}`;
      pswp.on('change', () => {
        const photo = link();
        if (!photo || !(element instanceof HTMLAnchorElement)) return;
        element.href = photo.href;
        element.download = `${nameOf(photo)}.webp`;
      });
      element.addEventListener('click', async (event) => {
        const photo = link();
        // The press that is made below saves.
        if (!photo || !event.isTrusted || !(element instanceof HTMLAnchorElement)) return;
        event.preventDefault();
        const jpeg = await jpegOf(photo).catch(console.error);
        if (jpeg) {
          element.href = URL.createObjectURL(jpeg);
          element.download = `${nameOf(photo)}.jpg`;
          setTimeout(URL.revokeObjectURL, READ, element.href);
        }
        element.click();
      });
    },
  });
}

interface Listeners {
  readonly shown: (link: HTMLAnchorElement) => void;
  readonly closing: () => void;
  readonly closed: () => void;
}

/** Opens the lightbox at a photo, its style loaded before. The focus goes back to that photo's link when it closes. */
export function openLightbox(first: HTMLAnchorElement, { shown, closing, closed }: Listeners): { close(): void } {
  const links = photoLinks();
  const { title = '', count = '0' } = document.querySelector<HTMLElement>('.photos')?.dataset ?? {};
  const pswp = new PhotoSwipe({
    dataSource: links.map(slideOf),
    index: Math.max(0, links.indexOf(first)),
    bgOpacity: 1,
    // Between the bars, which stand above and below it.
    padding: { top: 60, bottom: 60, left: 0, right: 0 },
    counter: false,
    // Of an album of several pages those that stand here have an end.
    loop: links.length >= Number(count),
    returnFocus: false,
    // PhotoSwipe ignores every key and button while its own animation runs; the style sheet fades it in instead.
    showHideAnimationType: 'none',
    ...(matchMedia('(prefers-reduced-motion: reduce)').matches && { zoomAnimationDuration: 0 }),
  });
  const current = () => links[pswp.currIndex];
  pswp.on('uiRegister', () => {
    addCaption(pswp, title, () => `Photo ${photoNumber(current())} of ${count}`);
    addDownload(pswp, title, current);
  });
  pswp.on('change', () => {
    const link = current();
    if (link) shown(link);
  });
  pswp.on('close', closing);
  pswp.init();
  pswp.element?.setAttribute('aria-label', title);
  pswp.element?.setAttribute('aria-modal', 'true');
  if (pswp.element) keepFocus(pswp.element);
  const showRest = hideRest(pswp.element);
  pswp.on('destroy', () => {
    showRest();
    first.focus();
    closed();
  });
  return pswp;
}
