/** The benchmark's content: a school of any size, the same for the same size. */
import { randomFrom } from '../lib/random.ts';

const WORDS = (
  'morning assembly students school house sports library science learning together wonderful teacher parents event hall prize ' +
  'winners competition debate quiz national festival music dance drama exhibition project board principal annual celebration ' +
  'campus children district state level champions inter medals chess football cricket garden reading painting robotics'
).split(' ');

/** Distinct pictures that all items share. */
export const PICTURES = 24;

type Item = Record<string, unknown>;
/** Lists by collection, as the service answers them. */
export type BenchContent = Record<string, Item[]>;

const DAY = 86_400_000;
const YEARS = 5;

/** `size` items a collection, half as many albums, spread over five years before `now` (epoch milliseconds). */
export function benchContent(size: number, now: number): BenchContent {
  const random = randomFrom(size);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const text = (length: number) => {
    let made = '';
    while (made.length < length) made += `${pick(WORDS)} `;
    return made.slice(0, length).trim();
  };
  const picture = () => `picture-${Math.floor(random() * PICTURES)}.jpg`;
  const date = (at: number, of: number) => new Date(now - (at * YEARS * 365 * DAY) / of).toISOString();
  const list = (count: number, make: (at: number) => Item) => Array.from({ length: count }, (_, at) => make(at));
  const session = (at: number) => `${2021 + (at % 5)}-${2022 + (at % 5)}`;
  return {
    news: list(size, (at) => ({
      _id: `n${at}`,
      title: text(50),
      description: text(300),
      fromDate: date(at, size),
      image: picture(),
    })),
    events: list(size, (at) => ({
      _id: `e${at}`,
      title: text(50),
      description: text(300),
      venue: text(20),
      date: date(at, size),
      time: '10:00 am',
      images: [picture()],
    })),
    gallery: list(size / 2, (at) => ({
      _id: `a${at}`,
      title: text(40),
      category: 'PhotoGallery',
      date: date(at, size / 2),
      description: text(120),
      attachments: Array.from({ length: 8 }, picture),
    })),
    video: list(size, (at) => ({
      _id: `v${at}`,
      title: text(40),
      date: date(at, size),
      videoUrl: `https://video.example.org/${at}`,
    })),
    topper: list(size, (at) => ({
      _id: `t${at}`,
      name: text(20),
      stream: 'Science',
      division: 90 + (at % 10),
      sessionYear: session(at),
      class: at % 2 ? 'X' : 'XII',
      attachments: [picture()],
    })),
    academicCalender: list(size, (at) => ({ _id: `c${at}`, title: text(40), date: date(at, size), attachments: [] })),
    highlight: list(size, (at) => ({ _id: `h${at}`, title: text(60), attachments: [] })),
    notification: list(3, (at) => ({ _id: `k${at}`, title: text(40), desc: text(200), image: [picture()] })),
    onlineRegistration: list(3, (at) => ({ _id: `o${at}`, title: text(40), url: `https://register.example.org/${at}` })),
    principalMessage: list(2, (at) => ({
      _id: `p${at}`,
      name: text(20),
      category: 'Principal',
      message: `<p>${text(2000)}</p>`,
    })),
  };
}
