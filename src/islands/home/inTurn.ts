import { whenIdle, whenLoadedAndIdle } from '../../lib/idle.ts';

/** A screen ahead: a visitor who scrolls finds an island ready. */
const NEAR = '100% 0px';

/**
 * Starts each of `roots` once: those near what is on the screen as soon as they are, the others when the page has
 * loaded and the browser has nothing more urgent to do. Each has a task of its own, so that no press of a visitor
 * waits for several.
 */
export function startInTurn(roots: Iterable<HTMLElement>, start: (root: HTMLElement) => void): void {
  const waiting = new Set(roots);
  const begin = (root: HTMLElement) => {
    near.unobserve(root);
    if (waiting.delete(root)) start(root);
  };
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) setTimeout(begin, 0, target);
    },
    { rootMargin: NEAR },
  );
  for (const root of waiting) near.observe(root);
  const next = () => {
    const [root] = waiting;
    if (!root) return;
    begin(root);
    whenIdle(next);
  };
  whenLoadedAndIdle(next);
}
