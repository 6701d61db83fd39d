import { parsed } from '../../lib/moments.ts';
import { startCalendar } from '../calendar/index.ts';
import { startCarousel } from '../carousel/carousel.ts';
import { startPopup } from '../popup/popup.ts';
import { startInTurn } from './inTurn.ts';
import { startTabs } from './tabs.ts';

/** Starts what home has: slider, tabs, notices, carousels and the calendar. */
export async function startHome(): Promise<void> {
  await parsed();
  const [slider, ...others] = document.querySelectorAll<HTMLElement>('.car, #calendar');
  const notices = document.querySelector<HTMLElement>('.notices');
  const tabs = document.querySelector<HTMLElement>('.tabs');
  // The slider measures the page, which costs little until something has changed in it.
  if (slider) startCarousel(slider);
  if (tabs) startTabs(tabs);
  // What lies behind the notices would only keep them from answering.
  if (notices) await startPopup(notices);
  startInTurn(others, (root) => (root.id === 'calendar' ? startCalendar(root) : startCarousel(root)));
}
