import { phoneLink } from '../lib/phone.ts';
import type { Link } from './schemas/fields.ts';
import type { Words } from './schemas/index.ts';
import type { SiteFacts } from './words.ts';

/** The home page's quick buttons with their addresses; a `fact` takes its own from the school's facts. */
export function quickLinks(buttons: Words['home']['quickButtons'], facts: SiteFacts): Link[] {
  return buttons.map((button) => {
    if ('href' in button) return button;
    const href = button.fact === 'phone' ? phoneLink(facts.phones[0]) : facts[button.fact].href;
    return { label: button.label, href };
  });
}
