import { beforeAll, describe, expect, test } from 'vitest';
import { generateItem, type ItemValues } from '../../../scripts/lib/generatedItems.ts';
import { type Random, randomFrom } from '../../../scripts/lib/random.ts';
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '../../../src/collections/index.ts';
import { wordFiles } from '../../../src/content/plugin.ts';
import { digestOf, shortDigest } from '../../../src/lib/digest.ts';
import { ROUTES } from '../../../src/lib/routes.ts';
import type { CompiledSite } from '../../../src/render/compiled.ts';
import { createWorld } from '../../../src/render/world.ts';
import type { ReadingContext } from '../../../src/service/schemas/reading.ts';
import type { Media } from '../../../src/types/media.ts';
import { type Answers, answersAbout, type Content } from '../../support/content.ts';
import { brotliSize } from '../../support/published.ts';
import { compiledSite, settingsFor } from '../../support/rig.ts';
import { TODAY } from '../../support/today.ts';

/** Lengths of texts, characters. */
const DESCRIPTION = 400;
const MESSAGE = 6000;
/** Years over which the dates of a list are spread. */
const YEARS = 5;
/** Milliseconds. */
const A_DAY = 86_400_000;

const HINDI = (
  'विद्यालय छात्र शिक्षक वार्षिक खेल दिवस पुरस्कार वितरण समारोह प्रधानाचार्य अभिभावक बैठक परीक्षा परिणाम पुस्तकालय विज्ञान प्रदर्शनी ' +
  'नृत्य संगीत प्रतियोगिता स्वतंत्रता गणतंत्र प्रार्थना सभा कक्षा मैदान'
).split(' ');
const BENGALI = 'বিদ্যালয় ছাত্র শিক্ষক বার্ষিক ক্রীড়া দিবস পুরস্কার অনুষ্ঠান প্রধান অভিভাবক সভা পরীক্ষা ফল গ্রন্থাগার বিজ্ঞান প্রদর্শনী নাচ গান'.split(' ');

/** As many again that are rarer, of two to four syllables, as names are. */
const RARE_HINDI = syllables(HINDI.length * 20);
function syllables(count: number): readonly string[] {
  const { pick } = randomFrom(1);
  const syllable = () => pick([...'कखगघचछजटडतथदधनपफबभमयरलवशसह']) + pick(['', '', 'ा', 'ि', 'ी', 'ु', 'े', 'ो', 'ं', '्य']);
  return Array.from({ length: count }, () => Array.from({ length: pick([2, 3, 4]) }, syllable).join(''));
}

const WORD_FILES = [...(await wordFiles()).values()];
/** The words of the site's own pages: they compress as a school's real news do, or worse, because they come at random. */
const ENGLISH = [...new Set(WORD_FILES.flatMap((text) => text.match(/[A-Za-z’']{2,}/g) ?? []))].sort();

const READERS = await Promise.all(COLLECTION_NAMES.map(async (name) => [name, (await COLLECTIONS[name].schema()).read] as const));

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

interface Language {
  /** Characters of a title. */
  readonly title: number;
  /** The lists from which the words of a text are taken. */
  readonly words: (pick: Random['pick']) => readonly (readonly string[])[];
}
/** One text in five is in an Indian script. */
const MIXED: Language = { title: 60, words: (pick) => [pick([ENGLISH, ENGLISH, ENGLISH, ENGLISH, pick([HINDI, BENGALI])])] };
const ALL_HINDI: Language = { title: 45, words: () => [HINDI, RARE_HINDI] };

/** The values of generated items: no picture twice. */
function largeValues(seed: number, language: Language): (at: number, count: number) => ItemValues {
  const { pick } = randomFrom(seed);
  const text = (length: number) => {
    const words = language.words(pick);
    let made = '';
    while (made.length < length) made += `${pick(pick(words))} `;
    return made.slice(0, length).trim();
  };
  let references = 0;
  const reference = (name: string, ending: string) => {
    references += 1;
    return `${name}-${references}.${ending}`;
  };
  const picture = () => reference('picture', 'jpg');
  return (at, count) => ({
    title: () => text(language.title),
    description: () => text(DESCRIPTION),
    message: () => `<p>${text(MESSAGE)}</p>`,
    label: () => text(24),
    // A twentieth is to come.
    date: () => (at % 50 === 49 ? null : TODAY + ((count / 20 - at) * YEARS * 365 * A_DAY) / count),
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

/** Albums, which have many pictures, and leader messages, which are long, are fewer by these factors. */
const FEWER: Readonly<Partial<Record<CollectionName, number>>> = { gallery: 2, principalMessage: 20 };

/** `size` items a collection. */
function largeSchool(size: number, language = MIXED): Content {
  const valuesOf = largeValues(size, language);
  const list = (name: CollectionName, readItem: (typeof READERS)[number][1], count: number) =>
    Array.from({ length: count }, (_, at) => {
      const id = `${shortDigest(digestOf(`${name} ${at}`))}${at}`;
      const { reading } = readItem(generateItem(name, id, valuesOf(at, count)), CONTEXT);
      if (reading.kind !== 'entity') throw new Error(`The generated ${name} ${at} cannot be read.`);
      return reading.entity;
    });
  const counted = READERS.map(([name, readItem]) => [name, list(name, readItem, size / (FEWER[name] ?? 1))]);
  return Object.fromEntries(counted) as Content;
}

const PAGE_BUDGET = 13_000;
const HOME_BUDGET = 14_500;
const budgetOf = (page: string) => (page === '/' ? HOME_BUDGET : PAGE_BUDGET);
const DAY = '2026-11-21';
/** Of the pages of each kind so many are weighed, spread evenly and the same each time. */
const SAMPLE = 4;

let site: CompiledSite;

beforeAll(async () => {
  site = await compiledSite(settingsFor('/nowhere'));
});

function openWorld({ content }: Answers) {
  const media = { resolveAssets: async () => null };
  return createWorld({ site, content, media, serviceOrigin: null, secrets: [] });
}

function worldOf(size: number, language: Language, closures: number) {
  const school = largeSchool(size, language);
  // Closures at the top of every page weigh more than the same highlights in the marquee.
  const highlight = (school.highlight ?? []).map((item, at) => ({ ...item, closure: at < closures }));
  const answers = answersAbout({ ...school, highlight }, DAY);
  const world = openWorld(answers);
  return { pages: answers.pages(), render: (page: string) => world.render(page, (query) => answers.ask(query).value) };
}

/** The first part of an address, and how many there are: an album's further pages are of one kind with those of others. */
function kindOf(page: string): string {
  const [, first, ...rest] = page.split('/');
  return rest.length === 0 ? '' : `${first} ${rest.length}`;
}

/** Every route, the 404 page, and of each kind the first, the last and some between. */
function sample(pages: readonly string[]): string[] {
  const kinds = Map.groupBy(pages, kindOf);
  return [...kinds].flatMap(([kind, all]) => {
    if (kind === '') return all;
    const step = Math.ceil(all.length / (SAMPLE + 1));
    return [...all.filter((_, at) => at % step === 0), ...all.slice(-1)];
  });
}

describe.each([
  ['with 2,000 items a collection', 2000, MIXED, 3],
  ['with 500, all of them in Hindi', 500, ALL_HINDI, 3],
  ['with 500 and no closure', 500, MIXED, 0],
] as const)('%s, texts as long as the contract allows', (_, size, language, closures) => {
  test('a page with its styles is at most 13,000 bytes of brotli, home 14,500', async () => {
    const world = worldOf(size, language, closures);
    const html = world.pages.filter((page) => !/\.(?:json|xml|txt|ics)$/.test(page));
    expect(html).toEqual(expect.arrayContaining([...ROUTES]));
    const weights: Record<string, number> = {};
    for (const page of sample(html)) {
      const [file] = await world.render(page);
      weights[page] = brotliSize(Buffer.from(file?.bytes ?? []), budgetOf(page));
    }
    expect(Object.keys(weights).length).toBeGreaterThan(60);
    expect(Object.entries(weights).filter(([page, weight]) => weight > budgetOf(page))).toEqual([]);
  });
});

/** The content with another title for one item of a list. */
function retitled(content: Content, name: CollectionName, at: number): Content {
  const items = content[name]?.map((item, place) => (place === at ? { ...item, title: 'Another title' } : item));
  return { ...content, [name]: items };
}

test('one edited title renders at most 11 pages however many there are, and at most 4 data files', async () => {
  const size = 100;
  const content = largeSchool(size);
  const before = answersAbout(content, DAY);
  const world = openWorld(before);
  const pages = before.pages();
  const traces = new Map<string, readonly string[]>();
  for (const page of pages) {
    const asked = new Set<string>();
    await world.render(page, (query) => {
      asked.add(query);
      return before.ask(query).value;
    });
    traces.set(page, [...asked]);
  }
  expect(pages.length).toBeGreaterThan(4 * size);
  for (const [name, at] of [
    ['news', 1],
    ['news', size / 2],
    ['events', 1],
    ['events', size / 2],
    ['academicCalender', 0],
  ] as const) {
    const after = answersAbout(retitled(content, name, at), DAY);
    const changed = pages.filter((page) => traces.get(page)?.some((key) => before.ask(key).digest !== after.ask(key).digest));
    const isData = (page: string) => page.startsWith('/data/');
    expect(changed.length, `after a title of ${name}`).toBeGreaterThan(1);
    expect(changed.filter((page) => !isData(page)).length, changed.join(' ')).toBeLessThanOrEqual(11);
    expect(changed.filter(isData).length, changed.join(' ')).toBeLessThanOrEqual(4);
  }
});
