import { chromium, type Page } from 'playwright';
import { CHROMIUM_ARGS, findOrInstallChromium } from '../lib/chromium.ts';

/** Throws when there is no Chromium and none can be installed. */
export async function openBrowser(...more: string[]) {
  const found = await findOrInstallChromium();
  if (!found.ok) throw new Error(found.message);
  return chromium.launch({ executablePath: found.value, args: [...CHROMIUM_ARGS, ...more] });
}

/**
 * How a visitor comes to see something: `first` in the first screen, `hurried` by scrolling there with the first paint,
 * `later` by scrolling there two seconds after the page has loaded.
 */
export type Sight = 'first' | 'hurried' | 'later';

/** A press, and where its answer shows; selectors each. */
export interface Press {
  /** What must be on the screen. */
  readonly seen: string;
  /** What is pressed; of a `select` the second option is chosen. */
  readonly press: string;
  /** The element of which something changes by the answer: that it is there, its place, words or state. */
  readonly watch: string;
}

declare global {
  interface Window {
    /** Takes the milliseconds that an answer took, out of the page. */
    answered: (milliseconds: number) => void;
  }
}

/** Runs in the page, from its beginning. */
function pressWhenSeen({ seen, press, watch, sight }: Press & { readonly sight: Sight }): void {
  const state = () => {
    const found = document.querySelector<HTMLElement>(watch);
    const place = found && [found.getBoundingClientRect().left, found.checkVisibility()];
    return [location.search, found?.ariaInvalid, found?.textContent, place].join();
  };
  let led = false;
  // A link that no script answers would lead away from what is measured.
  addEventListener('click', (event) => {
    led = !event.defaultPrevented && (event.target as Element).closest('a') !== null;
    if (led) event.preventDefault();
  });
  /** Presses as soon as there is something to press: what is hidden or disabled takes none. False: not yet. */
  const act = () => {
    const control = document.querySelector<HTMLElement>(press);
    if (!control?.checkVisibility({ visibilityProperty: true }) || control.matches(':disabled')) return false;
    if (control instanceof HTMLSelectElement) {
      control.selectedIndex = 1;
      control.dispatchEvent(new Event('change', { bubbles: true }));
    } else control.click();
    return !led;
  };
  /** Polls every 10 ms, which costs the page little. */
  const pressFrom = (since: number) => {
    const before = state();
    const ask = (pressed: boolean) => {
      if (state() === before) setTimeout(ask, 10, pressed || act());
      else window.answered(performance.now() - since);
    };
    ask(act());
  };
  const look = (since: number) => {
    const target = document.querySelector(seen);
    // What opens by itself is seen once it is there.
    if (!target) setTimeout(() => look(performance.now()), 1);
    else {
      if (sight !== 'first') target.scrollIntoView({ block: 'center', behavior: 'instant' });
      pressFrom(since);
    }
  };
  if (sight === 'later') addEventListener('load', () => setTimeout(() => look(performance.now()), 2000));
  else {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntriesByName('first-contentful-paint')) look(startTime);
    }).observe({ type: 'paint', buffered: true });
  }
}

/** Milliseconds from the moment at which something is seen to the answer to a press on it, on a processor slowed four times. */
export async function answerTime(page: Page, address: string, sight: Sight, press: Press): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const { promise, resolve } = Promise.withResolvers<number>();
  await page.exposeFunction('answered', resolve);
  await page.addInitScript(pressWhenSeen, { ...press, sight });
  await page.goto(address, { waitUntil: 'commit' });
  return promise;
}
