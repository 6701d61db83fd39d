import { whenIdle, whenLoadedAndIdle } from '../../lib/idle.ts';
import { pressedIn } from '../../lib/presses.ts';

/** Root margin of "near": one viewport height above and below. */
const NEAR = '100% 0px';

/**
 * Calls `start` once for each of `roots`: when it is pressed; once the page is `free` when it comes near the viewport, or
 * else one by one in idle time after the page has loaded. Each start is a task of its own, which bounds how long an input
 * waits.
 */
export async function startWhenNear(
  roots: Iterable<HTMLElement>,
  start: (root: HTMLElement) => void,
  free: Promise<void> | undefined,
): Promise<void> {
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
  for (const root of waiting) if (pressedIn(root).length > 0) begin(root);
  const onPress = ({ target }: Event) => {
    for (const root of waiting) if (root.contains(target as Node)) begin(root);
  };
  addEventListener('click', onPress, true);
  await free;
  for (const root of waiting) near.observe(root);
  const next = () => {
    const [root] = waiting;
    if (!root) return;
    begin(root);
    whenIdle(next);
  };
  whenLoadedAndIdle(next);
}
