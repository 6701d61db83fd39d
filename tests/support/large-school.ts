/** A school of any size whose texts are as long as the contract allows, in the entities that a sync would make of them. */
import { randomFrom } from '../../scripts/lib/random.ts';
import { readDate } from '../../src/lib/dates.ts';
import { digestOf, shortDigest } from '../../src/lib/digest.ts';
import type { Media, SchoolDate } from '../../src/types/entities.ts';
import type { Content } from './snapshot.ts';
import { TODAY } from './today.ts';
import { wordFiles, wordText } from './words.ts';

const TITLE = 60;
const DESCRIPTION = 400;
const MESSAGE = 6000;
const YEARS = 5;
const DAY = 86_400_000;

const HINDI = (
  'विद्यालय छात्र शिक्षक वार्षिक खेल दिवस पुरस्कार वितरण समारोह प्रधानाचार्य अभिभावक बैठक परीक्षा परिणाम पुस्तकालय विज्ञान प्रदर्शनी ' +
  'नृत्य संगीत प्रतियोगिता स्वतंत्रता गणतंत्र प्रार्थना सभा कक्षा मैदान'
).split(' ');
const BENGALI = 'বিদ্যালয় ছাত্র শিক্ষক বার্ষিক ক্রীড়া দিবস পুরস্কার অনুষ্ঠান প্রধান অভিভাবক সভা পরীক্ষা ফল গ্রন্থাগার বিজ্ঞান প্রদর্শনী নাচ গান'.split(' ');

/** The words of the site's own pages: they compress as a school's real news do, or worse, because they come at random. */
function englishWords(): string[] {
  const words = wordFiles().flatMap((file) => wordText(file).match(/[A-Za-z’']{2,}/g) ?? []);
  return [...new Set(words)].sort();
}

/** `size` items a collection, half as many albums; every fifth text in an Indian script. */
export function largeSchool(size: number): Content {
  const random = randomFrom(size);
  const english = englishWords();
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const text = (length: number) => {
    const words = pick([english, english, english, english, pick([HINDI, BENGALI])]);
    let made = '';
    while (made.length < length) made += `${pick(words)} `;
    return made.slice(0, length).trim();
  };
  let pictures = 0;
  const picture = (): Media => {
    pictures += 1;
    return { kind: 'image', id: shortDigest(digestOf(String(pictures))), w: 1600, h: 1200 };
  };
  const file = (): Media => {
    pictures += 1;
    const name = `circular-${pictures}.pdf`;
    return { kind: 'file', href: `/files/${shortDigest(digestOf(String(pictures)))}/${name}`, name, size: 150_000 };
  };
  const date = (at: number, of: number): SchoolDate | null =>
    at % 50 === 49 ? null : readDate(TODAY - (at * YEARS * 365 * DAY) / of, 'Asia/Kolkata');
  const list = <Item>(count: number, make: (at: number) => Item) => Array.from({ length: count }, (_, at) => make(at));
  const session = (at: number) => `${2022 + (at % 5)}-${2023 + (at % 5)}`;
  const id = (letter: string, at: number) => `${letter}${shortDigest(digestOf(`${letter}${at}`))}${at}`;
  return {
    news: list(size, (at) => ({
      id: id('n', at),
      title: text(TITLE),
      description: text(DESCRIPTION),
      date: date(at, size),
      image: picture(),
      attachments: [file()],
    })),
    events: list(size, (at) => ({
      id: id('e', at),
      title: text(TITLE),
      description: text(DESCRIPTION),
      venue: text(24),
      date: date(at, size),
      time: '10:30 am',
      images: [picture()],
      attachments: [file()],
    })),
    gallery: list(size / 2, (at) => ({
      id: id('a', at),
      title: text(TITLE),
      description: text(DESCRIPTION),
      date: date(at, size / 2),
      photos: list(at % 100 === 0 ? 200 : 12, picture),
    })),
    video: list(size, (at) => ({
      id: id('v', at),
      title: text(TITLE),
      date: date(at, size),
      url: `https://video.example.org/watch?v=${id('w', at)}`,
    })),
    topper: list(size, (at) => ({
      id: id('t', at),
      name: text(24),
      stream: text(20),
      division: `${90 + (at % 10)}.${at % 9}%`,
      session: session(at),
      class: at % 2 ? ('X' as const) : ('XII' as const),
      photo: picture(),
    })),
    principalMessage: list(size, (at) => ({
      id: id('p', at),
      name: text(24),
      category: text(24),
      message: `<p>${text(MESSAGE)}</p>`,
      photo: picture(),
    })),
    highlight: list(size, (at) => ({ id: id('h', at), title: text(TITLE), attachment: file() })),
    notification: list(size, (at) => ({
      id: id('k', at),
      title: text(TITLE),
      description: text(DESCRIPTION),
      image: picture(),
      attachment: file(),
    })),
    academicCalender: list(size, (at) => ({ id: id('c', at), title: text(TITLE), date: date(at, size), attachments: [file()] })),
    onlineRegistration: list(size, (at) => ({
      id: id('o', at),
      title: text(TITLE),
      url: `https://register.example.org/${at}`,
      attachments: [file()],
    })),
  };
}
