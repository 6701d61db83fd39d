import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placeholdersOf } from '../../../src/content/placeholders.ts';
import { wordFiles } from '../../../src/content/plugin.ts';
import { ROOT } from '../../support/rig.ts';
import { words } from '../../support/words.ts';

const files = await wordFiles();
const { facts } = words;
const known = placeholdersOf(words);

const PAPERS = join(ROOT, 'scripts/school-files');
/** The sources of the PDFs, by path. */
const papers = new Map(
  ['documents', 'sample'].flatMap((folder) =>
    readdirSync(join(PAPERS, folder)).map((name) => [name, readFileSync(join(PAPERS, folder, name), 'utf8')] as const),
  ),
);
/** What names facts: words and PDFs, without their comments. */
const naming = new Map(
  [...files, ...papers]
    .filter(([name]) => !name.startsWith('facts/') && name !== 'site.yaml')
    .map(([name, text]) => [name, text.replace(/^\s*#(?!#).*$/gm, '')] as const),
);

test('the facts of the specification are those that pages fill in', () => {
  expect(facts.fees).toMatchObject({ payFrom: '5th', payTo: '20th', lateNext: 25, lateSecond: 50, readmission: 500 });
  expect(facts.figures).toMatchObject({
    founded: { year: '1976', size: '80 students, 4 teachers and 2 classrooms' },
    perTeacher: 14,
  });
  expect(facts.times.payment).toBe('4 to 24 hours');
  expect(facts.figures.students).toBeGreaterThan(3000);
});

test('every fact is named by a page or a PDF, by the search or by a test', () => {
  const text = [...naming.values(), readFileSync(import.meta.filename, 'utf8')].join('\n');
  const named = (name: string) => text.includes(`{${name}}`) || text.includes(`{${name}.`) || text.includes(`facts.${name}`);
  // Of days and classes one suffices.
  const unused = [...known.keys()].filter(
    (name) => !/^(?:site|fees\.(?:quarter|year|first))\.|\.(?:on|from|to)$/.test(name) && !named(name),
  );
  expect(unused).toEqual([]);
});

/** Facts whose value may not stand anywhere else: amounts, days, people, telephones and addresses, hours that no event has. */
const ONCE = [...known].flatMap(([name, value]) => {
  if (/^fees\.(?:admission|monthly|before\.[ns]|year|first|quarter|bus)/.test(name)) return [`Rs. ${value}`];
  if (/^offices\.\w+$/.test(name) || /^site\.(?:phones|emails|mailboxes)/.test(name)) return [value];
  if (name.startsWith('figures.founded.s') || name === 'times.payment') return [value];
  if (name.startsWith('dates.') && / \d{4}$/.test(value) && !name.endsWith('.on')) return [value];
  return /^times\.(?:gatesOpen|firstBell|lastBell\.school|busesLeave|clubs|stops\.\d+\.stop|reportDay|athletics)/.test(name)
    ? [value]
    : [];
});

test('what several pages say is written once, and named elsewhere', () => {
  expect(ONCE.length).toBeGreaterThan(60);
  const written = [...naming]
    // Staff are listed by name, and club and magazine by teacher.
    .flatMap(([file, text]) => ONCE.filter((value) => text.includes(value)).map((value) => `${file}: ${value}`))
    .filter((found) => !/^(?:family|teacher-blog)\.yaml: (?:Dr|Mr|Ms)\./.test(found));
  expect(written).toEqual([]);
});

test('every member of staff that a page names is in the staff list', () => {
  const listed = files.get('family.yaml') ?? '';
  const text = [...naming].filter(([file]) => !['family.yaml', 'reflections.yaml'].includes(file)).map(([, said]) => said);
  const people =
    [...text, files.get('facts/offices.yaml') ?? ''].join('\n').match(/\b(?:Dr|Mr|Ms)\. \p{Lu}\p{L}+ \p{Lu}\p{L}+/gu) ?? [];
  expect(people.length).toBeGreaterThan(15);
  expect(people.filter((name) => !listed.includes(name))).toEqual([]);
});

test('the numbers of students, teachers and sections agree', () => {
  const { students, teachers, perTeacher, sections, nurseryPlaces } = facts.figures;
  expect(Math.round(students / teachers)).toBe(perTeacher);
  const COUNTS: Readonly<Record<string, number>> = { five: 5, six: 6 };
  const count = (of: { count: string }) => COUNTS[of.count] ?? 0;
  const places = (of: { count: string; students: number }) => count(of) * of.students;
  const rooms = 3 * count(sections.prePrimary) + 10 * count(sections.school) + 2 * count(sections.senior);
  expect(naming.get('facility.yaml')).toContain(`of the ${rooms} classrooms`);
  expect(places(sections.prePrimary)).toBe(nurseryPlaces);
  expect(4 * facts.figures.nurseryFree).toBe(nurseryPlaces);
  expect(facts.figures.nurseryFree + facts.figures.nurseryPaid).toBe(nurseryPlaces);
  const room = 3 * places(sections.prePrimary) + 10 * places(sections.school) + 2 * places(sections.senior);
  expect(room).toBeGreaterThan(students);
  expect(room).toBeLessThan(1.1 * students);
});

test('the results above the toppers are those that the sample content’s news tells', () => {
  const told = readFileSync(join(ROOT, 'scripts/content-service/content/news/2026/earlier.yaml'), 'utf8');
  const [, news = ''] = /results 2026[\s\S]*?description: ([\s\S]*?)\n {2}\w/.exec(told) ?? [];
  const { icse, isc } = facts.figures.results;
  const numbers = [icse, isc].flatMap((result) => Object.values(result));
  expect(numbers.filter((number) => !new RegExp(`\\b${number}\\b`).test(news))).toEqual([]);
});

test('a year’s pass mark is that part of the marks of both semesters', () => {
  for (const group of words.exam.groups)
    if (group.of === undefined)
      expect(group.note).toContain(`${(2 * group.marks * facts.figures.passMark) / 100} out of ${2 * group.marks}`);
});

test('class XI pays for the ten months of its first session', () => {
  expect(facts.fees.classXi).toBe(10 * facts.fees.monthly.senior);
});

test('the students are counted when class XI has begun', () => {
  const { counted, holidays } = facts.dates;
  expect(counted > holidays.summer.to).toBe(true);
});

test('the summer uniform is worn before the winter uniform and after it', () => {
  const { summerUniform, winterUniform } = facts.dates;
  const order = [summerUniform.until, winterUniform.from, winterUniform.to, summerUniform.again];
  expect(order).toEqual([...order].sort());
});

test('what takes place in a session lies within it and in its order', () => {
  const { session, halfYearly, preparatory, practical, board, annual, reportDay, nextSession, nursery } = facts.dates;
  const order = [
    session.from,
    halfYearly.from,
    halfYearly.to,
    preparatory.from,
    preparatory.to,
    practical.from,
    practical.to,
    board,
    annual.from,
    annual.to,
    reportDay,
    session.to,
    nextSession,
  ];
  expect(order).toEqual([...order].sort());
  const steps = [
    nursery.born.to,
    nursery.registration.from,
    nursery.registration.to,
    nursery.result,
    nursery.feesDue,
    nursery.age,
  ];
  expect(steps).toEqual([...steps].sort());
});

test('the teachers of the segments are together those of the school', () => {
  const counts = words.family.groups.flatMap(({ teachers }) => teachers ?? []);
  expect(counts).toHaveLength(5);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(facts.figures.teachers);
});

/** Minutes after midnight. */
const minutes = (time: string) => {
  const [, hour, minute, half] = /^(\d+):(\d\d) ([ap]m)$/.exec(time) ?? [];
  return 60 * ((Number(hour) % 12) + (half === 'pm' ? 12 : 0)) + Number(minute);
};

test('a bus is at its stops one after the other, and on the way home in the opposite order', () => {
  const { stops, firstBell, busesLeave } = facts.times;
  for (const route of new Set(stops.map((stop) => stop.route))) {
    const own = stops.filter((stop) => stop.route === route);
    const going = own.map(({ toSchool }) => minutes(toSchool));
    const coming = own.map(({ home }) => minutes(home)).reverse();
    const early = own.map((stop) => minutes(stop.early)).reverse();
    for (const times of [going, early, coming]) expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(going.at(-1)).toBeLessThan(minutes(firstBell));
    expect(coming[0]).toBeGreaterThan(minutes(busesLeave.school));
    expect(coming.map((time, at) => time - (early[at] ?? 0))).toEqual(
      own.map(() => minutes(busesLeave.school) - minutes(busesLeave.prePrimary)),
    );
  }
});

test('the words say how late a bus is at its stops on the days with other hours', () => {
  const { busesLeave, athleticsBuses } = facts.times;
  expect(busesLeave.saturday).toBe(busesLeave.prePrimary);
  const late = minutes(athleticsBuses) - minutes(busesLeave.prePrimary);
  for (const name of ['facility.yaml', 'bus-routes-2026-27.yaml'])
    expect(naming.get(name), name).toMatch(new RegExp(`times of nursery to UKG[^]*add ${late} minutes to those times`));
  const example = /for example \{times\.stops\.(\d+)\.stop\} ([\d:]+ pm)/;
  const [, at = '', time = ''] = example.exec(naming.get('facility.yaml') ?? '') ?? [];
  expect(minutes(time) - minutes(facts.times.stops[Number(at)]?.early ?? '')).toBe(late);
});

test('of each year’s results the part that passed is that of the numbers beside it', () => {
  for (const { heading, columns, rows } of words.exam.results.years.classes) {
    expect(columns).toEqual(['Year', 'Passed', 'Per cent', 'Average', '90% or more']);
    expect(rows, heading).toHaveLength(4);
    for (const [year = '', of = '', share, average, ninety] of rows) {
      const [passed = 0, students = 0] = of.split(' of ').map(Number);
      expect(`${Math.round((1000 * passed) / students) / 10}%`, `${heading}, ${year}`).toBe(share);
      expect(average).toMatch(/^\d\d\.\d%$/);
      expect(Number(ninety), `${heading}, ${year}`).toBeLessThan(passed);
    }
  }
});

test('one thing has one name', () => {
  const OTHER_NAMES = /\b(?:pickup card|circulars?|report-card day|parents’ app|mobile app|digital campus|half yearly)\b/i;
  const content = join(ROOT, 'scripts/content-service/content');
  const samples = readdirSync(content, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => [path, readFileSync(join(content, path), 'utf8').replace(/[\w-]+\.pdf/g, '')] as const);
  const found = [...naming, ...samples]
    .filter(([file]) => file !== 'search.yaml')
    .flatMap(
      ([file, text]) =>
        OTHER_NAMES.exec(text)
          ?.slice(0, 1)
          .map((name) => `${file}: ${name}`) ?? [],
    );
  expect(found).toEqual([]);
});
