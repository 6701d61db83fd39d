import { startCalendar } from '../calendar/index.ts';
import { startCarousel } from '../carousel/carousel.ts';
import { startClock } from '../clock/clock.ts';
import { startPopup } from '../popup/popup.ts';
import { startWhenNear } from './startWhenNear.ts';
import { startTabs } from './tabs.ts';

/** Starts the home page's islands: what is next, slider, tabs, notices, carousels and calendar. */
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
  await startWhenNear(others, (root) => (root.id === 'calendar' ? startCalendar(root) : startCarousel(root)), free);
}
