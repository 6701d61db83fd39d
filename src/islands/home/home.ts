import { startIsland } from '../../lib/domReady.ts';
import { whenIdle, whenLoadedAndIdle } from '../../lib/idle.ts';
import { carryOut, pressedIn } from '../../lib/presses.ts';
import { startCarousel } from '../carousel/carousel.ts';
import { startClock } from '../clock/clock.ts';
import { startPopup } from '../popup/popup.ts';

/** Turns links to sections into tabs after the ARIA pattern; without script they jump to the sections, which all show. */
function startTabs(root: HTMLElement): void {
  const list = root.querySelector('ul');
  const tabs = [...root.querySelectorAll<HTMLAnchorElement>('ul:first-of-type a')];
  const panels = tabs.map((tab) => root.querySelector<HTMLElement>(tab.hash));
  if (!list || tabs.length === 0) return;
  const select = (at: number) => {
    tabs.forEach((tab, index) => {
      tab.setAttribute('aria-selected', String(index === at));
      tab.tabIndex = index === at ? 0 : -1;
      panels[index]?.classList.toggle('sel', index === at);
    });
  };
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-labelledby', 'tabs');
  tabs.forEach((tab, index) => {
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', tab.hash.slice(1));
    tab.parentElement?.setAttribute('role', 'presentation');
    panels[index]?.setAttribute('role', 'tabpanel');
    panels[index]?.setAttribute('aria-labelledby', tab.id);
    tab.addEventListener('click', (event) => {
      event.preventDefault();
      select(index);
    });
    tab.addEventListener('keydown', (event) => {
      const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1, ' ': index, Enter: index }[event.key];
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const at = (to + tabs.length) % tabs.length;
      select(at);
      tabs[at]?.focus();
    });
  });
  select(0);
  carryOut(root);
}

const NEAR = '100% 0px';

/** Starts each root when it is pressed, near the viewport or idle, the last two once the page is `free`; each in its own task. */
async function startWhenNear(roots: Iterable<HTMLElement>, start: (root: HTMLElement) => void, free: Promise<void> | undefined) {
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

const startCalendar = () => startIsland('#calendar', () => import('../calendar/hydrate.tsx'));

export async function startHome(): Promise<void> {
  await startClock();
  const [slider, ...others] = document.querySelectorAll<HTMLElement>('.car, #calendar');
  const notices = document.querySelector<HTMLElement>('.notices');
  const tabs = document.querySelector<HTMLElement>('.tabs');
  // First, because it measures the layout: that is cheap only before anything has changed it.
  if (slider) startCarousel(slider);
  if (tabs) startTabs(tabs);
  // Starting what lies behind the open dialog would delay the dialog's own answers.
  const free = notices ? startPopup(notices) : undefined;
  await startWhenNear(others, (root) => (root.id === 'calendar' ? startCalendar() : startCarousel(root)), free);
}
