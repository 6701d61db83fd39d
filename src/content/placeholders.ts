import { readableDay, WEEKDAYS, weekdayOf } from '../lib/dates.ts';
import type { Names } from './names.ts';
import type { Words } from './schemas/index.ts';

/** What stands for a word in braces, by that word: `town`, `fees.admission`, `dates.reportDay.on`. */
export type Placeholders = ReadonlyMap<string, string>;

const PLACEHOLDER = /\{([A-Za-z][\w.]*)\}/g;

/** `text` with each placeholder that is known replaced by what it stands for, as `written` writes it. */
export function fillPlaceholders(text: string, known: Placeholders, written = (value: string) => value): string {
  return text.replace(PLACEHOLDER, (found, name: string) => {
    const value = known.get(name);
    return value === undefined ? found : written(value);
  });
}

/** A word in braces that stands for nothing, as it stands in `text`; null without one. */
export function unknownPlaceholder(text: string, known: Placeholders): string | null {
  return text.match(PLACEHOLDER)?.find((found) => !known.has(found.slice(1, -1))) ?? null;
}

export function namePlaceholders({ school, shortName, town }: Names): Placeholders {
  return new Map(Object.entries({ school, shortName, town }));
}

/** Lakh and crore: 1,20,000. */
const amount = new Intl.NumberFormat('en-IN');

/** `14 to 29 Sep 2026`: what the first day shares with the last is said once. */
function between(from: string, to: string): string {
  const shared = from.slice(0, 7) === to.slice(0, 7) ? 1 : from.slice(0, 4) === to.slice(0, 4) ? 2 : 3;
  return `${readableDay(from).split(' ').slice(0, shared).join(' ')} to ${readableDay(to)}`;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function* flat(name: string, value: unknown): Generator<readonly [string, string]> {
  if (typeof value === 'number') yield [name, amount.format(value)];
  else if (typeof value === 'string') {
    yield [name, DAY.test(value) ? readableDay(value) : value];
    if (DAY.test(value)) yield [`${name}.on`, `${WEEKDAYS[weekdayOf(value)]}, ${readableDay(value)}`];
  } else if (typeof value === 'object' && value !== null) {
    const { from, to } = value as Record<string, unknown>;
    if (typeof from === 'string' && typeof to === 'string') yield [name, between(from, to)];
    for (const [key, inner] of Object.entries(value)) yield* flat(name === '' ? key : `${name}.${key}`, inner);
  }
}

/** Everything that words and PDFs may say in braces. */
export function placeholdersOf({ site, facts }: Pick<Words, 'site' | 'facts'>): Placeholders {
  const { phones, emails, mailboxes, officeHours } = site;
  return new Map([...namePlaceholders(site), ...flat('', facts), ...flat('site', { phones, emails, mailboxes, officeHours })]);
}
