import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Linked } from '../../src/cards/Text.tsx';
import { COLLECTION_NAMES, COLLECTIONS } from '../../src/collections/index.ts';
import { isNestedTooDeeply } from '../../src/lib/body.ts';
import { readDate } from '../../src/lib/readDate.ts';
import { whenOf } from '../../src/lib/readHours.ts';
import { correctedPath, ROUTES, rightCase } from '../../src/lib/routes.ts';
import { tellsOfSchool } from '../../src/lib/schoolDays.ts';
import { shorten } from '../../src/lib/shorten.ts';
import { langOf, paragraphsOf, unbroken } from '../../src/lib/text.ts';
import { sniff } from '../../src/media/groups.ts';
import { warnOfLinks } from '../../src/service/schemas/reading.ts';
import { sanitiseRichText } from '../../src/service/schemas/richText.ts';
import { context } from '../support/readItems.ts';

/** What 100 kB of text is made of: each class of character, alone and beside what patterns look for. */
const UNITS = [
  ...['a', 'A', '7', ' ', '\n', '\t', '-', '–', '.', ',', ';', ')', '"', '“', '<', '>', '&', '%', '/', '@', ':', '!'],
  ...['\u0301', '\u00a0', '\u200b', '\u202e', 'क', 'क्ष', 'ক', 'ﬁ', '🎉', '\ud800', '\u0000'],
  ...[
    'a-',
    'a ',
    'a\n',
    ' \n',
    '1 ',
    '1-',
    '1.',
    '1:',
    'I ',
    'Mr. A',
    '12 March ',
    '+91 ',
    '+91 00000 ',
    'Class X ',
    'a.b',
    '<b>',
    '<b ',
    '<!--',
    '</p>',
  ],
  ...['<p>', '<a href="', '&amp;', '&#', 'http://', 'mailto:', '%2', '2026-', 'a@', '(a', '“a”. '],
];
const LONG = 100_000;
const long = (unit: string) => unit.repeat(Math.ceil(LONG / unit.length)).slice(0, LONG);
/** Milliseconds of this thread's processor time: a linear pattern takes a few, a quadratic one seconds to minutes. */
const PATIENCE = 1500;

function within(what: string, work: () => unknown): void {
  const started = process.threadCpuUsage();
  work();
  expect(process.threadCpuUsage(started).user / 1000, what).toBeLessThan(PATIENCE);
}

describe.each(UNITS.map((unit) => [JSON.stringify(unit), unit]))('100 kB of %s', (_name, unit) => {
  const text = long(unit);

  test('as each field of each collection is read soon, and cut to what a page can hold', async () => {
    for (const name of COLLECTION_NAMES) {
      const { read } = await COLLECTIONS[name].schema();
      const { fields } = (await COLLECTIONS[name].schema()).read;
      for (const field of Object.keys(fields)) {
        const examples = Object.entries(fields).map(([other, { example }]) => [other, example]);
        const item = { ...Object.fromEntries(examples), _id: 'long', [field]: text };
        within(`${name} ${field}`, () => {
          const { reading } = read(item, { ...context, sanitise: sanitiseRichText });
          const shown = Object.values(reading.kind === 'entity' ? reading.entity : {}).filter(
            (value) => typeof value === 'string',
          );
          if (fields[field]?.type !== 'HTML') for (const value of shown) expect(value.length).toBeLessThanOrEqual(20_000);
        });
      }
    }
  });

  test('is cut, joined and told of soon wherever text of that length is shown', () => {
    within('Linked', () => renderToStaticMarkup(createElement(Linked, { text })));
    within('unbroken', () => unbroken(text));
    within('langOf', () => langOf(text));
    within('sanitiseRichText', () => paragraphsOf(sanitiseRichText(text)));
    within('sanitiseRichText between words', () => paragraphsOf(sanitiseRichText(`a${text}b`)));
    within('sanitiseRichText in a paragraph', () => paragraphsOf(sanitiseRichText(`<p>a${text}b</p>`)));
    within('shorten', () => shorten(text, 160));
    within('shorten between words', () => shorten(`a${text}b`, 160));
    within('whenOf', () => whenOf({ day: '2026-11-28' }, { title: text, time: text, description: text }));
    within('tellsOfSchool', () => tellsOfSchool(text));
    within('readDate', () => readDate(text, 'Asia/Kolkata'));
  });
});

/** Beginnings of what each pattern looks for, which it could try again and again. */
const CRAFTED = [
  '\\"',
  '"\\',
  '{"a":',
  '[',
  '/',
  '/a',
  '\n',
  '<!---->',
  '<!--',
  '<!-- -->',
  '<!DOCTYPE [',
  '<a ',
  '<a href ',
  '<a href="',
];

describe.each(CRAFTED.map((unit) => [JSON.stringify(unit), unit]))('100 kB of %s, as anybody may send it,', (_name, unit) => {
  const text = long(unit);

  test('is refused, passed on or told of soon', () => {
    within('isNestedTooDeeply', () => isNestedTooDeeply(`{"a":"${text}`));
    within('correctedPath', () => correctedPath(`/${text}\n/`, ROUTES));
    within('rightCase', () => rightCase(`/x${text}`, ROUTES));
    within('sniff', () => sniff(Buffer.from(text), ''));
    within('warnOfLinks', () => warnOfLinks(text, { warn: () => undefined }));
  });
});

test('of more references than a field may hold the first are shown, and the first of the others is named', async () => {
  const { read } = await COLLECTIONS.news.schema();
  const warnings: string[] = [];
  const attachments = Array.from({ length: 2000 }, (_, at) => `photo-${at}.jpg`);
  const { reading } = read({ _id: 'many', title: 'Many', attachments }, { ...context, warn: (why) => warnings.push(why) });
  expect(reading.kind === 'entity' && 'attachments' in reading.entity && reading.entity.attachments).toHaveLength(1000);
  expect(warnings).toEqual(['its attachments hold more than 1000 references; from "photo-1000.jpg" on they are left out']);
});

test('what is longer than its field is cut at a whole character and named', async () => {
  const { read } = await COLLECTIONS.news.schema();
  const warnings: string[] = [];
  const item = {
    _id: 'long',
    title: 'a'.repeat(999) + '🎉'.repeat(9),
    description: 'b'.repeat(20_001),
    attachments: ['c'.repeat(3000), 'd.pdf'],
  };
  const { reading } = read(item, { ...context, warn: (why) => warnings.push(why) });
  expect(reading).toMatchObject({ kind: 'entity', entity: { title: 'a'.repeat(999), description: 'b'.repeat(20_000) } });
  expect(reading.kind === 'entity' && 'attachments' in reading.entity && reading.entity.attachments).toHaveLength(1);
  expect(warnings).toEqual([
    'its title has more than 1000 characters; the first are shown',
    'its description has more than 20000 characters; the first are shown',
    'its attachments hold a reference of more than 2048 characters, which is left out',
  ]);
});
