import Swiper from 'swiper';
import { savesData } from '../../lib/idle.ts';
import { takePresses } from '../../lib/presses.ts';

/** Duration of one move, ms. */
const TRANSITION = 1000;

type PauseReason = 'paused' | 'hover' | 'focus' | 'touch' | 'away';

/** Calls `move` every `interval` ms while there is no reason to pause; after a pause a whole interval passes first. */
export function createAutoplay(interval: number, move: () => void, paused: readonly PauseReason[] = []) {
  const reasons = new Set<PauseReason>(paused);
  let timer: ReturnType<typeof setInterval> | undefined;
  const apply = () => {
    if (reasons.size === 0) timer ??= setInterval(move, interval);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  apply();
  return {
    setPaused(reason: PauseReason, on: boolean): void {
      if (on) reasons.add(reason);
      else reasons.delete(reason);
      apply();
    },
  };
}

/** Index of the first visible slide and how many fit, from lengths in CSS pixels, which browsers round. */
export function visibleSlides(offset: number, slideWidth: number, viewWidth: number): { first: number; count: number } {
  if (slideWidth <= 0) return { first: 0, count: 1 };
  return { first: Math.round(offset / slideWidth), count: Math.max(1, Math.round(viewWidth / slideWidth)) };
}

/** Turns a printed row by button, swipe and time, at the style sheet's widths, so that nothing shifts. */
export function startCarousel(root: HTMLElement): void {
  const view = root.querySelector<HTMLElement>('.reel');
  const [previous, pause, next] = root.querySelectorAll<HTMLButtonElement>('.ctl button');
  if (!view || !previous || !pause || !next) return;
  const slides = [...view.querySelectorAll<HTMLElement>('.sl')];
  const visibleAt = (offset: number) => visibleSlides(offset, slides[0]?.offsetWidth ?? 0, view.clientWidth);
  const calm = matchMedia('(prefers-reduced-motion:reduce)');
  const speed = () => (calm.matches ? 0 : TRANSITION);
  const { first } = visibleAt(view.scrollLeft);
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
  /** Makes the slides that are out of sight inert. */
  const hide = () => {
    // By place: a move that is reversed before its first frame ends without an event.
    const shown = visibleAt(swiper.snapGrid[place()] ?? 0);
    slides.forEach((slide, index) => {
      slide.inert = index < shown.first || index >= shown.first + shown.count;
    });
  };
  const settle = () => {
    hide();
    for (const button of [previous, pause, next]) button.disabled = swiper.isLocked;
  };

  const early = takePresses(root);
  // With the data saver on only the pictures turned to are loaded.
  const startsPaused = calm.matches || savesData() || early.includes(pause);
  // Away until the browser reports that the carousel is in view.
  const { setPaused } = createAutoplay(Number(root.dataset.every), () => turn(1), ['away']);
  setPaused('paused', startsPaused);
  setPaused('hover', root.matches(':hover') && matchMedia('(hover:hover)').matches);
  setPaused('focus', root.contains(document.activeElement));
  pause.setAttribute('aria-pressed', String(startsPaused));
  pause.addEventListener('click', () => {
    const paused = pause.getAttribute('aria-pressed') !== 'true';
    pause.setAttribute('aria-pressed', String(paused));
    setPaused('paused', paused);
    // A press to start overrides the pointer and the focus, which are still on the button.
    if (!paused) for (const reason of ['hover', 'focus'] as const) setPaused(reason, false);
  });
  previous.addEventListener('click', () => turn(-1));
  next.addEventListener('click', () => turn(1));
  root.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && setPaused('hover', true));
  root.addEventListener('pointerleave', () => setPaused('hover', false));
  root.addEventListener('focusin', () => setPaused('focus', true));
  root.addEventListener('focusout', () => setPaused('focus', false));
  new IntersectionObserver(([entry]) => setPaused('away', !entry?.isIntersecting)).observe(root);
  swiper.on('slideChange', hide);
  swiper.on('transitionEnd', settle);
  swiper.on('resize', settle);
  swiper.on('touchStart', () => setPaused('touch', true));
  swiper.on('touchEnd', () => setPaused('touch', false));
  settle();
  for (const control of early) if (control !== pause) control.click();
}
