import Swiper from 'swiper';
import { savesData } from '../../lib/idle.ts';
import { type Autoplay, createAutoplay, type Hold } from './autoplay.ts';
import { slidesOnShow } from './window.ts';

/** Milliseconds that one move takes. */
const TRANSITION = 1000;

interface Parts {
  readonly root: HTMLElement;
  readonly view: HTMLElement;
  readonly slides: readonly HTMLElement[];
  readonly previous: HTMLButtonElement;
  readonly next: HTMLButtonElement;
  readonly pause: HTMLButtonElement;
}

function partsOf(root: HTMLElement): Parts | null {
  const view = root.querySelector<HTMLElement>('.reel');
  const [previous, pause, next] = root.querySelectorAll<HTMLButtonElement>('.ctl button');
  if (!view || !previous || !pause || !next) return null;
  return { root, view, slides: [...view.querySelectorAll<HTMLElement>('.sl')], previous, next, pause };
}

/** Slides out of sight are out of the keyboard's and the screen reader's way as well. */
function showOnly({ view, slides }: Parts, offset: number): void {
  const { first, count } = slidesOnShow(offset, slides[0]?.offsetWidth ?? 0, view.clientWidth);
  slides.forEach((slide, index) => {
    slide.inert = index < first || index >= first + count;
  });
}

/** Calm visitors get no movement they did not ask for; those who save data load only the pictures they turn to. */
function startsPaused(): boolean {
  return matchMedia('(prefers-reduced-motion:reduce)').matches || savesData();
}

/** What holds a carousel back as it starts; it is away until the browser says that it is in sight. */
function heldAtFirst(root: HTMLElement, paused: boolean): Hold[] {
  const held: [Hold, boolean][] = [
    ['away', true],
    ['paused', paused],
    ['hover', root.matches(':hover') && matchMedia('(hover:hover)').matches],
    ['focus', root.contains(document.activeElement)],
  ];
  return held.filter(([, on]) => on).map(([reason]) => reason);
}

function holdWhileBusy({ root, pause }: Parts, autoplay: Autoplay): void {
  const hold = (reason: Hold, on: boolean) => () => autoplay.hold(reason, on);
  root.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && autoplay.hold('hover', true));
  root.addEventListener('pointerleave', hold('hover', false));
  root.addEventListener('focusin', hold('focus', true));
  root.addEventListener('focusout', hold('focus', false));
  pause.addEventListener('click', () => {
    const paused = pause.getAttribute('aria-pressed') !== 'true';
    pause.setAttribute('aria-pressed', String(paused));
    autoplay.hold('paused', paused);
    // Whoever presses the button to start wants to see it start, though pointer and focus are still here.
    if (!paused) for (const reason of ['hover', 'focus'] as const) autoplay.hold(reason, false);
  });
  new IntersectionObserver(([entry]) => autoplay.hold('away', !entry?.isIntersecting)).observe(root);
}

/**
 * Starts a server-rendered carousel: the row that scrolls without script becomes one that turns by button, swipe and
 * time. Widths stay CSS's, so nothing moves when it starts. Without its parts it stays a row.
 */
export function startCarousel(root: HTMLElement): void {
  const parts = partsOf(root);
  if (!parts) return;
  const { view, slides, previous, next, pause } = parts;
  const calm = matchMedia('(prefers-reduced-motion:reduce)');
  const speed = () => (calm.matches ? 0 : TRANSITION);
  const { first } = slidesOnShow(view.scrollLeft, slides[0]?.offsetWidth ?? 0, view.clientWidth);
  root.classList.add('on');
  view.scrollLeft = 0;
  view.removeAttribute('tabindex');
  const swiper = new Swiper(view, {
    wrapperClass: 'row',
    slideClass: 'sl',
    slidesPerView: 'auto',
    initialSlide: first,
    rewind: true,
    speed: speed(),
  });
  const paused = startsPaused();
  const autoplay = createAutoplay(Number(root.dataset.every), () => swiper.slideNext(speed()), heldAtFirst(root, paused));
  const settle = () => {
    showOnly(parts, -swiper.translate);
    for (const button of [previous, pause, next]) button.disabled = swiper.isLocked;
  };
  pause.setAttribute('aria-pressed', String(paused));
  previous.addEventListener('click', () => swiper.slidePrev(speed()));
  next.addEventListener('click', () => swiper.slideNext(speed()));
  swiper.on('slideChange', () => showOnly(parts, -swiper.translate));
  swiper.on('transitionEnd', settle);
  swiper.on('resize', settle);
  swiper.on('touchStart', () => autoplay.hold('touch', true));
  swiper.on('touchEnd', () => autoplay.hold('touch', false));
  holdWhileBusy(parts, autoplay);
  settle();
}
