/** Items of every collection as a school's office might type them: plain, odd, hostile, in several scripts. */
import type { CollectionName } from '../../src/types/entities.ts';
import type { RawItem } from './school.ts';

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

/** Deterministic choices: the same number makes the same item. */
function chooser(value: number) {
  let state = value + 1;
  return <Value>(from: readonly Value[]): Value => {
    state = (Math.imul(state, 48_271) + 11) % 2_147_483_647;
    return from[Math.abs(state) % from.length] as Value;
  };
}

/** An item of a collection with an identity; `value` decides everything else. */
export function schoolItem(name: CollectionName, id: string, value: number): RawItem {
  const pick = chooser(value);
  const title = pick(TITLES);
  const text = `Text ${value}. ${pick(TITLES)}`;
  const media = () => pick([...REFERENCES, null, { url: REFERENCES[0] }]);
  const some = () => [media(), media()].slice(pick([0, 1, 2]));
  const makers: Record<CollectionName, () => RawItem> = {
    news: () => ({ title, description: text, fromDate: pick(DATES), image: media(), attachments: some() }),
    events: () => ({
      title,
      description: text,
      venue: pick(TITLES),
      date: pick(DATES),
      time: '10:30 am',
      images: some(),
      attachments: some(),
    }),
    gallery: () => ({
      title,
      category: pick(CATEGORIES),
      date: pick(DATES),
      description: text,
      attachments: [media(), ...some()],
    }),
    video: () => ({ title, date: pick(DATES), videoUrl: pick(['https://video.example.org/1', 'javascript:alert(1)']) }),
    topper: () => ({
      name: title || 'A Pupil',
      stream: 'Science',
      division: 90 + (value % 10),
      sessionYear: pick(SESSIONS),
      class: pick(['X', 'XII', 10, '12']),
      attachments: some(),
    }),
    principalMessage: () => ({
      name: title,
      category: 'Principal',
      message: `<p>${text}</p><script>alert(1)</script>`,
      attachments: some(),
    }),
    highlight: () => ({ title, attachments: some() }),
    notification: () => ({ title, desc: text, image: some(), attachments: some() }),
    academicCalender: () => ({ title, date: pick(DATES), attachments: some() }),
    onlineRegistration: () => ({
      title,
      url: pick(['https://register.example.org/1', 'mailto:office@school.example', 'data:x']),
      attachments: some(),
    }),
  };
  return { _id: id, ...makers[name]() };
}
