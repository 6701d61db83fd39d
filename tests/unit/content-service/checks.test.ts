import { expect, test } from 'vitest';
import { checkCertificates, checkItems, checkPlace, difference, fieldsOf } from '../../../scripts/content-service/checks.ts';

test.each([
  'news.yaml',
  'news/2026/fees.yaml',
  'certificates.yaml',
  'README.md',
  'news/README.md',
  '.DS_Store',
  'news/.fees.swp',
])('%s has its place', (path) => {
  expect(checkPlace(path)).toBeNull();
});

test.each([
  ['news.bak/fees.yaml', 'news.bak', 'news.bak/', /^this folder is unknown, /],
  ['New/fees.yaml', 'news', 'New/', /^this folder is unknown, .* Is "news" meant\?$/],
  ['academicCalendar.yaml', 'academicCalender', 'academicCalendar.yaml', /Is "academicCalender" meant\?$/],
  ['timetable.yaml', 'timetable', 'timetable.yaml', /^this file belongs to no collection and is left out\.$/],
  ['news/notes.txt', 'news', 'news/notes.txt', /^it is left out: content is written in \.yaml/],
])('%s is named with the collection that was probably meant', (path, collection, item, why) => {
  expect(checkPlace(path)).toEqual({ collection, item, why: expect.stringMatching(why) });
});

test.each([
  [{ titel: 'Fees' }, 'news/a.yaml', 'the field "titel" is unknown and has no effect. Is "title" meant?'],
  [
    { title: 'Fees', fromdate: '2026-11-21' },
    'news/a.yaml ("Fees")',
    'the field "fromdate" is unknown and has no effect. Is "fromDate" meant?',
  ],
  [{ date: '2026-11-21' }, 'news/a.yaml', 'the field "date" is unknown and has no effect. Is "fromDate" meant?'],
  [
    { headline: 'Fees' },
    'news/a.yaml',
    'the field "headline" is unknown and has no effect. Known: title, description, fromDate, image, attachments.',
  ],
  [{ fromDate: '21/11/2026' }, 'news/a.yaml', 'the fromDate "21/11/2026" cannot be read. Write it as 2026-11-21.'],
])('the mistake in %j is named', async (fields, item, why) => {
  expect(checkItems('news/a.yaml', [fields], await fieldsOf('news'))).toEqual([{ collection: 'news', item, why }]);
});

test('known fields, readable dates and no date are no mistakes', async () => {
  const item = { _id: 'a', title: 'Fees', fromDate: '2026-11-21', attachments: [] };
  expect(checkItems('news/a.yaml', [item], await fieldsOf('news'))).toEqual([]);
  expect(checkItems('news/a.yaml', [{ title: 'Fees', fromDate: null }], await fieldsOf('news'))).toEqual([]);
});

const warning = (item: string, collection = 'news', why = 'it cannot be read.') => ({ collection, item, why });

test('what becomes wrong is named once, and its end as well', () => {
  const [a, b] = [warning('news/a.yaml'), warning('news/b.yaml')];
  expect(difference([], [a, b]).lines).toEqual(['news/a.yaml: it cannot be read.', 'news/b.yaml: it cannot be read.']);
  expect(difference([a, b], [a, b])).toEqual({ came: [], went: [], lines: [] });
  expect(difference([a, b], [b])).toEqual({ came: [], went: [a], lines: ['news/a.yaml is in order again or gone.'] });
  expect(difference([b], []).lines).toEqual(['All of the content folder is in order again.']);
});

test('a file whose mistake becomes another one is not called mended', () => {
  const next = warning('news/a.yaml', 'news', 'the field "x" is unknown.');
  expect(difference([warning('news/a.yaml')], [next]).lines).toEqual(['news/a.yaml: the field "x" is unknown.']);
});

test('the known names are told once, however many files are like none of them', () => {
  const strays = ['one.yaml', 'two.yaml'].map((item) => warning(item, item.slice(0, 3), 'it is left out.'));
  const { lines } = difference([], strays);
  expect(lines.filter((line) => line.includes('academicCalender'))).toHaveLength(1);
});

test('a field that many items of a file have is named once', async () => {
  const items = ['One', 'Two', 'Three'].map((title) => ({ title, createdAt: '2026-11-21' }));
  const [first, ...others] = checkItems('news.json', items, await fieldsOf('news'));
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    item: 'news.json ("One")',
    why: expect.stringMatching(/"createdAt" .* 3 items of the file have this mistake\.$/),
  });
});

test('of many mistakes at once the terminal names 20, and counts the rest', () => {
  const many = Array.from({ length: 30 }, (_, at) => warning(`news/${at}.yaml`));
  const { lines } = difference([], many);
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('... and 10 more; see "npm run status".');
  expect(difference(many, [warning('news/x.yaml')]).lines.at(-1)).toBe('30 files are in order again or gone.');
});

test('of many kinds of mistakes the first are told, none at length, and the others counted', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`field${at}`, at]));
  const items = [{ title: 'One', ...unknown }, unknown, { fromDate: 'x'.repeat(10_000), ['y'.repeat(10_000)]: 1 }];
  const warnings = checkItems('news.json', items, await fieldsOf('news'));
  expect(warnings).toHaveLength(21);
  expect(warnings[0]).toMatchObject({ why: expect.stringMatching(/"field0" .* 2 items of the file have this mistake\.$/) });
  expect(warnings[20]).toEqual({ collection: 'news', item: 'news.json', why: 'and 119962 more mistakes of this kind.' });
  for (const { why } of checkItems('news.json', items.slice(2), await fieldsOf('news'))) expect(why.length).toBeLessThan(250);
});

test('a certificate is named whose picture is missing, or that names none or no holder', () => {
  const entries = [
    { admission: '0411', name: 'Asha Rao', image: 'tc-0411.jpg' },
    { admission: '0412', name: 'Mira Sen', image: 'tc-0412.jpg' },
    { admission: '0413', name: 'Ravi Das' },
    { admission: '0414', image: 'tc-0411.jpg' },
  ];
  const told = checkCertificates('certificates.yaml', entries, (name) => name === 'tc-0411.jpg');
  expect(told.map(({ why }) => why)).toEqual([
    'the certificate "0412" cannot be fetched: its image "tc-0412.jpg" is not in certificates/.',
    'the certificate "0413" cannot be fetched: it names no image.',
    'the certificate "0414" cannot be fetched: it names no holder.',
  ]);
});
