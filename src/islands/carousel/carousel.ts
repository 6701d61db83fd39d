import Swiper from 'swiper';
import { savesData } from '../../lib/idle.ts';
import { takePresses } from '../../lib/presses.ts';
import { type Autoplay, createAutoplay, type PauseReason } from './autoplay.ts';
import { visibleSlides } from './visibleSlides.ts';

/** Duration of one move, ms. */
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

/** Makes the slides that are out of sight inert. */
function hideOthers({ view, slides }: Parts, offset: number): void {
  const { first, count } = visibleSlides(offset, slides[0]?.offsetWidth ?? 0, view.clientWidth);
  slides.forEach((slide, index) => {
    slide.inert = index < first || index >= first + count;
  });
}

/** True under reduced motion, and with the data saver on, which should load only the pictures turned to. */
function startsPaused(): boolean {
  return matchMedia('(prefers-reduced-motion:reduce)').matches || savesData();
}

/** The reasons to pause at the start; "away" until the browser reports that the carousel is in view. */
function initialReasons(root: HTMLElement, paused: boolean): PauseReason[] {
  const reasons: [PauseReason, boolean][] = [
    ['away', true],
    ['paused', paused],
    ['hover', root.matches(':hover') && matchMedia('(hover:hover)').matches],
    ['focus', root.contains(document.activeElement)],
  ];
  return reasons.filter(([, on]) => on).map(([reason]) => reason);
}

function pauseWhileUsed({ root, pause }: Parts, autoplay: Autoplay): void {
  const setPaused = (reason: PauseReason, on: boolean) => () => autoplay.setPaused(reason, on);
  root.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && autoplay.setPaused('hover', true));
  root.addEventListener('pointerleave', setPaused('hover', false));
  root.addEventListener('focusin', setPaused('focus', true));
  root.addEventListener('focusout', setPaused('focus', false));
  pause.addEventListener('click', () => {
    const paused = pause.getAttribute('aria-pressed') !== 'true';
    pause.setAttribute('aria-pressed', String(paused));
    autoplay.setPaused('paused', paused);
    // A press to start overrides the pointer and the focus, which are still on the button.
    if (!paused) for (const reason of ['hover', 'focus'] as const) autoplay.setPaused(reason, false);
  });
  new IntersectionObserver(([entry]) => autoplay.setPaused('away', !entry?.isIntersecting)).observe(root);
}

/**
 * Starts a server-rendered carousel: the scrolling row turns by button, swipe and time. Widths stay those of the style
 * sheet, so that nothing shifts. Without its buttons or slides it stays a row.
 */
export function startCarousel(root: HTMLElement): void {
  const parts = partsOf(root);
  if (!parts) return;
  const { view, slides, previous, next, pause } = parts;
  const calm = matchMedia('(prefers-reduced-motion:reduce)');
  const speed = () => (calm.matches ? 0 : TRANSITION);
  const { first } = visibleSlides(view.scrollLeft, slides[0]?.offsetWidth ?? 0, view.clientWidth);
  root.classList.add('on');
  view.scrollLeft = 0;
  view.removeAttribute('tabindex');
  const swiper = new Swiper(view, {
    wrapperClass: 'row',
    slideClass: 'sl',
    slidesPerView: 'auto',
    initialSlide: first,
    speed: speed(),
  });
  // Swiper's own rewind would also take a swipe that reaches the end back to the first slide.
  // Where a move leads, also while it runs: `translate` and `isEnd` still tell where it came from.
  const place = () => Math.min(swiper.activeIndex, swiper.snapGrid.length - 1);
  const turn = (by: 1 | -1) => {
    const places = swiper.snapGrid.length;
    swiper.slideTo((place() + by + places) % places, speed());
  };
  // A move that is reversed before its first frame ends without an event.
  const hide = () => hideOthers(parts, swiper.snapGrid[place()] ?? 0);
  const early = takePresses(root);
  const paused = startsPaused() || early.includes(pause);
  const autoplay = createAutoplay(Number(root.dataset.every), () => turn(1), initialReasons(root, paused));
  const settle = () => {
    hide();
    for (const button of [previous, pause, next]) button.disabled = swiper.isLocked;
  };
  pause.setAttribute('aria-pressed', String(paused));
  previous.addEventListener('click', () => turn(-1));
  next.addEventListener('click', () => turn(1));
  swiper.on('slideChange', hide);
  swiper.on('transitionEnd', settle);
  swiper.on('resize', settle);
  swiper.on('touchStart', () => autoplay.setPaused('touch', true));
  swiper.on('touchEnd', () => autoplay.setPaused('touch', false));
  pauseWhileUsed(parts, autoplay);
  settle();
  for (const control of early) if (control !== pause) control.click();
}
