/** A school of any size whose texts are as long as the contract allows, in the entities that a sync would make of them. */
import { generateItem, type ItemValues } from '../../scripts/lib/generatedItems.ts';
import { randomFrom } from '../../scripts/lib/random.ts';
import { COLLECTION_NAMES, type CollectionName } from '../../src/collections/index.ts';
import { wordFiles } from '../../src/content/plugin.ts';
import { digestOf, shortDigest } from '../../src/lib/digest.ts';
import { loadItemReader, type ReadItem } from '../../src/service/readItem.ts';
import type { ReadingContext } from '../../src/service/schemas/reading.ts';
import type { Media } from '../../src/types/media.ts';
import type { Content } from './content.ts';
import { TODAY } from './today.ts';

/** Lengths of texts, characters. */
const TITLE = 60;
const DESCRIPTION = 400;
const MESSAGE = 6000;
/** Years over which the dates of a list are spread. */
const YEARS = 5;
/** Milliseconds. */
const DAY = 86_400_000;

const HINDI = (
  'विद्यालय छात्र शिक्षक वार्षिक खेल दिवस पुरस्कार वितरण समारोह प्रधानाचार्य अभिभावक बैठक परीक्षा परिणाम पुस्तकालय विज्ञान प्रदर्शनी ' +
  'नृत्य संगीत प्रतियोगिता स्वतंत्रता गणतंत्र प्रार्थना सभा कक्षा मैदान'
).split(' ');
const BENGALI = 'বিদ্যালয় ছাত্র শিক্ষক বার্ষিক ক্রীড়া দিবস পুরস্কার অনুষ্ঠান প্রধান অভিভাবক সভা পরীক্ষা ফল গ্রন্থাগার বিজ্ঞান প্রদর্শনী নাচ গান'.split(' ');

const pages = [...(await wordFiles()).values()];
/** The words of the site's own pages: they compress as a school's real news do, or worse, because they come at random. */
const ENGLISH = [...new Set(pages.flatMap((text) => text.match(/[A-Za-z’']{2,}/g) ?? []))].sort();

const READERS = await Promise.all(COLLECTION_NAMES.map(async (name) => [name, await loadItemReader(name)] as const));

/** The entity that a sync would make of a reference. */
function mediaOf(reference: string): Media {
  const id = shortDigest(digestOf(reference));
  if (reference.endsWith('.jpg')) return { kind: 'image', id, w: 1600, h: 1200 };
  return { kind: 'file', href: `/files/${id}/${reference}`, name: reference, size: 150_000 };
}

const CONTEXT: ReadingContext = {
  warn: () => undefined,
  zone: 'Asia/Kolkata',
  closureMark: '!',
  sanitise: (html) => html,
  media: mediaOf,
};

/** The values of generated items: no picture twice, one text in five in an Indian script. */
function largeValues(seed: number): (at: number, count: number) => ItemValues {
  const { pick } = randomFrom(seed);
  const text = (length: number) => {
    const words = pick([ENGLISH, ENGLISH, ENGLISH, ENGLISH, pick([HINDI, BENGALI])]);
    let made = '';
    while (made.length < length) made += `${pick(words)} `;
    return made.slice(0, length).trim();
  };
  let references = 0;
  const reference = (name: string, ending: string) => {
    references += 1;
    return `${name}-${references}.${ending}`;
  };
  const picture = () => reference('picture', 'jpg');
  return (at, count) => ({
    title: () => text(TITLE),
    description: () => text(DESCRIPTION),
    message: () => `<p>${text(MESSAGE)}</p>`,
    label: () => text(24),
    date: () => (at % 50 === 49 ? null : TODAY - (at * YEARS * 365 * DAY) / count),
    time: () => '10:30 am',
    picture,
    pictures: () => [picture()],
    photos: () => Array.from({ length: at % 100 === 0 ? 200 : 12 }, picture),
    files: () => [reference('circular', 'pdf')],
    albumCategory: () => 'PhotoGallery',
    videoLink: () => `https://video.example.org/watch?v=${shortDigest(digestOf(`video ${at}`))}`,
    link: () => `https://register.example.org/${at}`,
    session: () => `${2022 + (at % 5)}-${2023 + (at % 5)}`,
    class: () => (at % 2 ? 'X' : 'XII'),
    division: () => `${90 + (at % 10)}.${at % 9}%`,
  });
}

/** `size` items a collection, half as many albums. */
export function largeSchool(size: number): Content {
  const valuesOf = largeValues(size);
  const list = (name: CollectionName, readItem: ReadItem, count: number) =>
    Array.from({ length: count }, (_, at) => {
      const id = `${shortDigest(digestOf(`${name} ${at}`))}${at}`;
      const { reading } = readItem(generateItem(name, id, valuesOf(at, count)), CONTEXT);
      if (reading.kind !== 'entity') throw new Error(`The generated ${name} ${at} cannot be read.`);
      return reading.entity;
    });
  const counted = READERS.map(([name, readItem]) => [name, list(name, readItem, name === 'gallery' ? size / 2 : size)]);
  return Object.fromEntries(counted) as Content;
}
