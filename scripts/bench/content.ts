/** The benchmark's content: a school of any size, the same for the same size and day. */
import { COLLECTION_NAMES, type CollectionName } from '../../src/collections/index.ts';
import { recordOf } from '../../src/lib/recordOf.ts';
import { generateItem, type ItemValues } from '../lib/generatedItems.ts';
import { randomFrom } from '../lib/random.ts';

const WORDS = (
  'morning assembly students school house sports library science learning together wonderful teacher parents event hall prize ' +
  'winners competition debate quiz national festival music dance drama exhibition project board principal annual celebration ' +
  'campus children district state level champions inter medals chess football cricket garden reading painting robotics'
).split(' ');

/** Distinct pictures that all items share. */
export const PICTURES = 24;

const DAY = 86_400_000;
const YEARS = 5;

/** Lists by collection, as the service answers them: `size` items each, half as many albums, spread over five years before `now` (epoch milliseconds). */
export function benchContent(size: number, now: number) {
  const { next, pick } = randomFrom(size);
  const text = (length: number) => {
    let made = '';
    while (made.length < length) made += `${pick(WORDS)} `;
    return made.slice(0, length).trim();
  };
  const picture = () => `picture-${Math.floor(next() * PICTURES)}.jpg`;
  const valuesOf = (collection: CollectionName, at: number, count: number): ItemValues => ({
    title: () => text(48),
    description: () => text(collection === 'gallery' ? 120 : 300),
    message: () => `<p>${text(2000)}</p>`,
    label: () => text(20),
    date: () => new Date(now - (at * YEARS * 365 * DAY) / count).toISOString(),
    time: () => '10:00 am',
    picture,
    pictures: () => [picture()],
    photos: () => Array.from({ length: 8 }, picture),
    files: () => [],
    albumCategory: () => 'PhotoGallery',
    videoLink: () => `https://video.example.org/${at}`,
    link: () => `https://register.example.org/${at}`,
    session: () => `${2021 + (at % 5)}-${2022 + (at % 5)}`,
    class: () => (at % 2 ? 'X' : 'XII'),
    division: () => 90 + (at % 10),
  });
  const list = (collection: CollectionName, count: number) =>
    Array.from({ length: count }, (_, at) => generateItem(collection, `${collection}${at}`, valuesOf(collection, at, count)));
  const few: Partial<Record<CollectionName, number>> = {
    gallery: size / 2,
    notification: 3,
    onlineRegistration: 3,
    principalMessage: 2,
  };
  return recordOf(COLLECTION_NAMES, (name) => list(name, few[name] ?? size));
}
