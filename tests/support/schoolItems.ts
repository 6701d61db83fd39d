/** Items of every collection as a school's office might type them: plain, odd, hostile, in several scripts. */
import { generateItem, type RawItem } from '../../scripts/lib/generatedItems.ts';
import { randomFrom } from '../../scripts/lib/random.ts';
import type { CollectionName } from '../../src/collections/index.ts';

const TITLES = [
  'Annual Sports Day',
  'Inter-house quiz: final round',
  'वार्षिक खेल दिवस',
  'বার্ষিক ক্রীড়া প্রতিযোগিতা',
  '<script>alert("title")</script>',
  'Ampersands & "quotes" < > \' `',
  'A title that goes on for much longer than anybody who designed a card would have expected it to go on',
  'Half-yearly examination — results 🏆',
  '',
] as const;

const DATES = [
  '2026-11-21',
  '2026-11-03',
  '2026-10-17',
  '2026-01-01',
  '2025-12-31T18:29:59.999Z',
  '2025-12-31T18:30:00Z',
  '2025-03-09T09:00:00',
  1_741_500_000_000,
  '2024-02-29',
  'next Tuesday',
  null,
] as const;

export const REFERENCES = ['one.jpg', 'two & three.jpg', 'ünï#çode?.jpg', 'late.jpg', 'circular.pdf', 'never.jpg'] as const;

const SESSIONS = ['2026-2027', '2025-2026', '2024-25', '2023–2024', 'unknown'] as const;
const CATEGORIES = ['PhotoGallery', 'PhotoGallery', 'PhotoGallery', 'Hidden'] as const;
const LINKS = ['https://register.example.org/1', 'mailto:office@school.example', 'data:x'] as const;

/** An item of a collection with an identity; `value` decides everything else: the same number makes the same item. */
export function schoolItem(collection: CollectionName, id: string, value: number): RawItem {
  const { pick } = randomFrom(value);
  const picture = () => pick([...REFERENCES, null, { url: REFERENCES[0] }]);
  const some = () => [picture(), picture()].slice(pick([0, 1, 2]));
  const text = () => `Text ${value}. ${pick(TITLES)}`;
  return generateItem(collection, id, {
    title: () => pick(TITLES),
    description: text,
    message: () => `<p>${text()}</p><script>alert(1)</script>`,
    label: () => pick(TITLES) || 'A Pupil',
    date: () => pick(DATES),
    time: () => '10:30 am',
    picture,
    pictures: some,
    photos: () => [picture(), ...some()],
    files: some,
    albumCategory: () => pick(CATEGORIES),
    videoLink: () => pick(['https://video.example.org/1', 'javascript:alert(1)']),
    link: () => pick(LINKS),
    session: () => pick(SESSIONS),
    class: () => pick(['X', 'XII', 10, '12']),
    division: () => 90 + (value % 10),
  });
}
