/** The lightbox itself: PhotoSwipe, named and captioned. Loaded when the first photo is opened. */
import PhotoSwipe from 'photoswipe';
import sheet from 'photoswipe/style.css?url';
import { albumFacts, photoLinks, photoNumber, variantsOf } from './photos.ts';

export interface Lightbox {
  close(): void;
}

interface Listeners {
  /** Another photo is shown. */
  readonly shown: (link: HTMLAnchorElement) => void;
  /** It begins to close. */
  readonly closing: () => void;
  /** It is gone. */
  readonly closed: () => void;
}

let styled: Promise<void> | undefined;

/** Loads PhotoSwipe's style sheet, once. A lightbox without it would cover nothing, so failing to load it fails. */
function loadStyle(): Promise<void> {
  styled ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = sheet;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${sheet} could not be loaded.`));
    document.head.append(link);
  });
  return styled;
}

function slideOf(link: HTMLAnchorElement) {
  const thumbnail = link.querySelector('img');
  return {
    element: link,
    src: link.href,
    srcset: variantsOf(link),
    width: Number(link.dataset.pswpWidth),
    height: Number(link.dataset.pswpHeight),
    msrc: thumbnail?.currentSrc,
    alt: thumbnail?.alt,
    thumbCropped: true,
  };
}

/** Opens the lightbox at a photo. The focus goes back to that photo's link when it closes. Rejects when its style cannot be had. */
export async function openLightbox(first: HTMLAnchorElement, { shown, closing, closed }: Listeners): Promise<Lightbox> {
  await loadStyle();
  const links = photoLinks();
  const { title, count } = albumFacts();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  first.focus();
  const pswp = new PhotoSwipe({
    dataSource: links.map(slideOf),
    index: Math.max(0, links.indexOf(first)),
    bgOpacity: 0.94,
    counter: false,
    showHideAnimationType: still ? 'none' : 'zoom',
    ...(still && { zoomAnimationDuration: 0 }),
  });

  const label = (name: string, words: (number: number) => string, live: boolean) =>
    pswp.ui?.registerElement({
      name,
      order: 5,
      appendTo: live ? 'root' : 'bar',
      onInit(element) {
        if (live) element.setAttribute('aria-live', 'polite');
        pswp.on('change', () => {
          element.textContent = words(photoNumber(links[pswp.currIndex]));
        });
      },
    });
  pswp.on('uiRegister', () => {
    label('numbers', (number) => `${number} / ${count}`, false);
    label('caption', (number) => `Photo ${number} of ${count}`, true);
  });
  pswp.on('change', () => {
    const link = links[pswp.currIndex];
    if (link) shown(link);
  });
  pswp.on('close', closing);
  pswp.on('destroy', closed);
  pswp.init();
  pswp.element?.setAttribute('aria-label', title);
  pswp.element?.setAttribute('aria-modal', 'true');
  return { close: () => pswp.close() };
}
