import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answer, createAnswers } from '../../../src/islands/search/answers.ts';
import { createSearch, type SiteSearch } from '../../../src/stores/search.ts';
import type { SearchStatics } from '../../../src/types/search.ts';
import { brotliSize } from '../../support/published.ts';
import { builtSite } from '../../support/site.ts';
import { words } from '../../support/words.ts';

/**
 * Queries as parents type them, each with what must stand among the first three: a pattern of one line
 * `kind | title | address`. An answer above the results counts as the first, with the kind `Answer`.
 */
type AskedFor = readonly [query: string, wanted: RegExp];

/** Written before the search was tuned. */
const FIRST_QUERIES: readonly AskedFor[] = [
  ['fees', /\/Fees/],
  ['fee of class 8', /Answer .*fee|\/Fees/i],
  ['class 3 fees', /Answer .*fee|\/Fees/i],
  ['admission fee nursery', /\/Fees|\/Admission/],
  ['last date fees', /Answer|\/Fees|Last day to pay/],
  ['late fine', /\/Fees/],
  ['fee payment online', /Fee Payment|\/Fees|\/Pphelp/],
  ['uniforms', /\/CodeStudents|uniform/i],
  ['winter uniform', /Winter uniform/],
  ['class 11 admission', /\/Admission|Class XI registration/],
  ['class xi admission', /\/Admission|Class XI registration/],
  ['nursery admission 2027', /Nursery admission|\/Admission|nursery admission/],
  ['nursery form', /nursery-admission-form|\/Admission|nursery admission forms/i],
  ['age for nursery', /\/Admission/],
  ['prospectus', /prospectus/i],
  ['holiday list', /Answer|\/Calendar/],
  ['next holiday', /Answer .*holiday|Holiday:/i],
  ['diwali holiday', /Holiday: Diwali|दीपावली|Diwali/],
  ['दिवाली', /दीपावली|Diwali/],
  ['दीपावली', /दीपावली/],
  ['is school open tomorrow', /Answer/],
  ['school closed 24 november', /24 November|Guru Nanak/],
  ['christmas holiday', /Christmas|Winter holidays/],
  ['xmas', /Christmas/],
  ['summer vacation', /Summer holidays/],
  ['puja holidays', /Puja holidays|reopens on 28 October/],
  ['pooja holidays', /Puja holidays|reopens on 28 October/],
  ['school timing', /Answer|\/Attendance/],
  ['office timing', /Answer|\/ContactUs/],
  ['phone number', /Answer|\/ContactUs/],
  ['contact number of principal', /Answer|\/ContactUs|\/PrincipalMessage/],
  ['email id', /Answer|\/ContactUs/],
  ['address', /Answer|\/ContactUs/],
  ['tc', /\/Tc|Transfer Certificate/],
  ['how to get tc', /Answer|\/Tc/],
  ['leaving certificate', /\/Tc|\/Withdrawals/],
  ['ptm', /Parents’ meeting|Open day|committee|parents/i],
  ['parent teacher meeting', /Parents’ meeting|Open day/],
  ['job', /\/Careers/],
  ['teacher vacancy', /\/Careers/],
  ['bus route', /bus.?routes?/i],
  ['book list', /book.?list/i],
  ['syllabus', /syllabus/i],
  ['syllabus class 11', /syllabus/i],
  ['date sheet', /date.?sheet/i],
  ['half yearly exam', /Half-yearly/i],
  ['exam pattern', /\/Exam/],
  ['board exam date', /ICSE and ISC examinations begin|\/Exam|examinations/i],
  ['atheletics', /athletics/i],
  ['sports day photos', /Album .*athletics/i],
  ['fete photos', /Album .*fete/i],
  ['annual day', /Annual day/],
  ['annual day 2024 photos', /Album .*Annual day 2024/],
  ['class x topper', /\/Toppers|topper/i],
  ['icse result 2026', /ICSE|\/Toppers/],
  ['isc topper', /\/ToppersXII|topper/i],
  ['Ishaan Mahapatra', /Ishaan Mahapatra/],
  ['26 january', /Republic Day/],
  ['15 august', /Independence|স্বাধীনতা|स्वतंत्रता/],
  ['28 nov', /athletics meet/i],
  ['1976 1987 1993', /\/About/],
  ['principal message', /\/PrincipalMessage/],
  ['principal name', /Meera Sanyal|\/PrincipalMessage|\/HillTopFamily/],
  ['head girl', /\/StudentCouncil/],
  ['tagore house captain', /\/StudentCouncil/],
  ['swiming gala', /Swimming gala/],
  ['robotics club', /\/Club|रोबोटिक्स|Robotics/],
  ['chess', /[Cc]hess|\/Club/],
  ['otp not coming', /\/Pphelp/],
  ['parent app', /\/Pphelp|Android app|iPhone app/],
  ['how to pay fees in app', /\/Pphelp|\/Fees/],
  ['attendance 75 percent', /\/Attendance/],
  ['mobile phone allowed', /\/CodeStudents/],
  ['magazine', /\/Magazine|magazine/],
  ['scholarship', /scholarship/i],
  ['guru nanak', /Guru Nanak|24 November/],
  ['সরস্বতী পূজা', /Saraswati Puja/],
  ['রবীন্দ্র জয়ন্তী', /রবীন্দ্রজয়ন্তী|Rabindra/],
  ['স্বাধীনতা দিবস', /স্বাধীনতা দিবস/],
  ['हिंदी', /हिंदी/],
  ['library timing', /\/Facility|library/i],
];

/** Written when the search answered the first ones, and before it had seen these. */
const FURTHER_QUERIES: readonly AskedFor[] = [
  ['fees structure 2026-27', /Answer .*Fees|\/Fees/],
  ['std 9 fee', /Answer .*Fees|\/Fees/],
  ['lkg admission', /\/Admission|[Nn]ursery/],
  ['admission form download', /nursery-admission-form|\/Admission/],
  ['birth certificate', /\/Admission/],
  ['readmission charges', /\/Fees|\/Withdrawals/],
  ['can i pay fees annually', /Answer|\/Fees/],
  ['holiday homework', /homework/i],
  ['puja vacation dates', /Answer|Puja holidays/],
  ['when does school reopen after winter', /reopens after the winter/],
  ['holi holiday', /Holi/],
  ['grandparents day', /Grandparents/],
  ['teachers day', /Teachers’ Day/],
  ['childrens day programme', /Children’s Day/],
  ['quiz winner', /[Qq]uiz/],
  ['science exibition', /Science exhibition/],
  ['foot ball', /football/],
  ['basketball', /[Bb]asketball/],
  ['karate belt', /[Kk]arate/],
  ['yoga day pics', /Album .*Yoga/],
  ['farewell class 12', /[Fa]arewell|Farewell/],
  ['alumni registration', /Alumni/],
  ['blood donation', /Blood donation/],
  ['school song video', /Video|teachers sing/],
  ['topper 98 percent', /topper|\/Toppers|results/i],
  ['ayush kerketta', /Ayush Kerketta/],
  ['librarian', /\/HillTopFamily/],
  ['physics teacher', /\/HillTopFamily/],
  ['houses in school', /\/StudentCouncil/],
  ['warning letter', /\/Withdrawals|\/CodeStudents/],
  ['sick leave', /\/Attendance/],
  ['school gate closing time', /Answer|\/Attendance/],
  ['half day saturday', /Answer|\/Attendance|Saturday/],
  ['forgot password', /\/Pphelp|\/ErpSoftware/],
  ['upi payment', /\/Pphelp|\/Fees/],
  ['smart class', /\/Facility|smart/i],
  ['swimming pool', /\/Facility|\/About|[Ss]wimming/],
  ['14 november', /Children’s Day/],
  ['वार्षिक उत्सव', /वार्षिकोत्सव|Annual day/],
  ['छुट्टी', /Answer|holiday/i],
  ['দীপাবলি', /दीपावली|Diwali|দীপাবলি/],
  ['cv upload', /\/Careers/],
];

/** Written last; 28 of 33 were answered at the first try. */
const LAST_QUERIES: readonly AskedFor[] = [
  ['total fee for one year class 5', /Answer .*Fee|\/Fees/i],
  ['school bus fare', /\/Facility|bus/i],
  ['exam timetable', /date.?sheet|\/Exam|examination/i],
  ['pre board exam', /[Pp]reparatory|\/Exam/],
  ['practical exam class 12', /Practical/],
  ['when is annual day', /Annual day/],
  ['dussehra holidays', /Puja|Answer|holiday/i],
  ['isc subjects', /\/Admission|ISC|\/Exam/],
  ['commerce stream', /Commerce|\/Admission|\/About|topper|HillTop/i],
  ['vice principal', /Answer|Varghese|\/HillTopFamily/],
  ['how to apply for teacher post', /\/Careers/],
  ['lost id card', /Lost|lost|\/CodeStudents|\/ContactUs/],
  ['lost and found', /Lost and found/],
  ['fog timing', /fog/i],
  ['republic day parade photo', /Album .*Republic/],
  ['hill camp consent', /consent|Hill camp/i],
  ['whatsapp number', /Answer|\/ContactUs/],
  ['google map', /Answer|\/ContactUs/],
  ['saraswati pujo', /Saraswati/],
  ['elocution winner', /elocution/i],
  ['solar panel', /Solar panels/],
  ['newspaper bridge', /bridge/],
  ['prize distribution', /prize/i],
  ['class teacher of class 2', /\/HillTopFamily/],
  ['playschool age', /Answer|\/Admission/],
  ['admissions open 2027', /\/Admission|[Nn]ursery/],
  ['dress for winter', /[Ww]inter uniform|\/CodeStudents/],
  ['school reopening date', /reopens/],
  ['medical checkup', /Medical check-up/],
  ['privacy', /\/Privacy/],
  ['shikshak diwas', /Teachers/],
  ['स्कूल कब खुलेगा', /reopens|Answer/],
  ['ক্রীড়া প্রতিযোগিতা', /athletics|sports/i],
];

/** Asked of the built site in a browser, and missed at first. */
const MISSED_QUERIES: readonly AskedFor[] = [
  ['school band kab hai', /Answer .*open|holiday/i],
  ['school kobe khulbe', /Answer .*open/],
  ['school tmrw', /Answer .*open/],
  ['chuttiyan', /Answer .*Holidays/],
  ['is there school on saturday', /Answer .*open/],
  ['saturday off?', /Answer .*open/],
  ['is 6 march a holiday', /Answer .*open/],
  ['2026-11-24', /Guru Nanak|closed on 24 Nov/],
  ['coming late to school', /\/Attendance/],
  ['how many students', /Answer .*glance/],
  ['teacher student ratio', /Answer .*glance/],
  ['old books', /[Bb]ook exchange/],
  ['newsletter', /\/Magazine/],
  ['report card', /Report day/],
  ['marksheet', /\/Admission/],
  ['গরমের ছুটি', /summer holidays/i],
  ['পুজোর ছুটি', /Puja holidays/],
  ['স্কুলের ঠিকানা', /Answer .*Address/],
  ['is the office open on saturday', /Answer .*Office hours/],
  ['toper list', /\/Toppers/],
  ['news paper', /newspapers/],
  ['sports teacher', /\/HillTopFamily/],
  ['resume send', /\/Careers/],
  ['প্রধান শিক্ষিকা', /\/PrincipalMessage|Principal/],
];

/** What readers of the pages looked for in vain, before the pages answered it. */
const ANSWERED_QUERIES: readonly AskedFor[] = [
  ['bus time river bridge', /Answer .*Bus times/],
  ['river bridge', /\/Facility|bus routes/i],
  ['tea garden gate', /\/Facility|bus routes/i],
  ['bus stop timing', /Answer .*Bus times/],
  ['can fees be paid at the office', /Answer .*How fees are paid/],
  ['pay fees cash', /Answer .*How fees are paid/],
  ['who can collect my child', /Answer .*Going home/],
  ['pick up card lost', /Answer .*Going home/],
  ['child ill on exam day', /Answer .*Ill on the day/],
  ['report card day time', /Answer .*Report day/],
  ['pass percentage 2024', /Answer .*Results/],
  ['scholarship registration', /Answer .*Scholarship/],
  ['class 11 session months', /\/Fees|\/Admission|\/Attendance/],
  ['athletics meet end', /athletics meet/i],
  ['annual day parents', /Annual day/],
  ['break time', /Answer .*hours|\/Attendance/],
  ['caution deposit', /\/Fees|\/Withdrawals/],
  ['duplicate tc', /\/Tc/],
  ['open posts', /Answer .*Open posts/],
];

/** Typed by parents on phones: misspelt, in Hindi with Latin letters, or about what no answer stood above the results. */
const TYPED_QUERIES: readonly AskedFor[] = [
  ['late fee', /Answer .*Late payment/],
  ['jurmana', /Answer .*Late payment/],
  ['fees kab', /Answer .*When fees are paid/],
  ['refund of fees', /Answer .*Refunds/],
  ['sibling discount', /Answer .*concessions/],
  ['cannot pay fees', /Answer .*concessions/],
  ['free seats', /Answer .*Free places/],
  ['struck off', /Answer .*struck off/],
  ['re admission charge', /Answer .*re-admission/],
  ['fee strcture', /Answer .*Fees/],
  ['shool timing', /Answer .*School hours/],
  ['timing saturday', /Answer .*School hours/],
  ['unifrom', /Answer .*uniform/],
  ['wardi', /Answer .*uniform/],
  ['dakhila kab shuru hoga', /Answer .*Admission/],
  ['pariksha kab hai', /Answer .*examinations/],
  ['exam timing', /Answer .*examinations/],
  ['pass marks', /Answer .*Passing/],
  ['medical certificate', /Answer .*Leave/],
  ['principal phone', /Answer .*principal/],
  ['bus late whom to call', /Answer .*Bus office/],
  ['bus stop lake gate time', /Answer .*Bus times/],
  ['lunch', /Answer .*Canteen/],
  ['swimming age', /Answer .*Swimming pool/],
  ['wheelchair', /Answer .*Special needs/],
  ['child with dyslexia', /Answer .*Special needs/],
  ['is there a lift', /Answer .*Special needs/],
  ['class 1 age', /Answer .*Ages/],
  ['minimum percentage for science', /Answer .*Class XI/],
  ['tc online download', /Answer .*copy/],
  ['bonafide certificate', /Answer .*Other certificates/],
  ['shikayat', /Answer .*Complaints/],
  ['teacher hit my child', /Answer .*Safety/],
  ['fire safety', /Answer .*Fire/],
  ['app not opening', /Answer .*app/],
  ['change mobile number', /Answer .*details/],
  ['puja vacation', /Answer .*holidays of the session/],
  ['photo consent', /Answer .*Pictures/],
  ['hostel', /\/Facility/],
];

/** A loaded machine takes more than the runner's second, ms. */
const PATIENT = { timeout: 60_000, interval: 5 };

/** A search whose files come from a published tree; `fetch` is a stub from then on. */
async function openSearch(dir: string): Promise<SiteSearch> {
  vi.stubGlobal('fetch', async (href: string) => new Response(await readFile(join(dir, href))));
  return createSearch('/search-index.json', '/search.json');
}

/** Looks for a query on a day; the answer that stands above the results, if any. */
async function lookFor(site: SiteSearch, query: string, today: string): Promise<Answer | null> {
  site.search(query);
  await vi.waitFor(() => {
    const state = site.$search.get();
    if (state.query !== query || state.phase === 'searching') throw new Error(`Still searching for ${query}.`);
  }, PATIENT);
  const statics = site.statics();
  const present = { today, calendar: site.known('Calendar'), closures: site.known('Closure') };
  if (statics) answerTo ??= createAnswers(statics);
  return answerTo?.(query, present) ?? null;
}

/** What stands at the top for a query on a day, an answer first: a line each, `kind | title | address`. */
async function topOf(site: SiteSearch, query: string, today: string, count = 3): Promise<string[]> {
  const answer = await lookFor(site, query, today);
  const results = site.$search.get().found.map(({ kind, title, href }) => `${kind} | ${title} | ${href}`);
  return [...(answer ? [`Answer | ${answer.heading} | ${answer.href}`] : []), ...results].slice(0, count);
}

/** The queries that do not have what is wanted among the first three, with what they have. */
async function missed(site: SiteSearch, queries: readonly AskedFor[], today: string): Promise<string[]> {
  const lines: string[] = [];
  for (const [query, wanted] of queries) {
    const top = await topOf(site, query, today);
    if (!top.some((line) => wanted.test(line))) lines.push(`${query}: wanted ${wanted}, found ${top.join(' · ') || 'nothing'}`);
  }
  return lines;
}

const TODAY = '2026-11-23';
const dir = builtSite();
let site: SiteSearch;
/** Made once, as in the page. */
let answerTo: ReturnType<typeof createAnswers> | undefined;
beforeAll(async () => {
  site = await openSearch(dir);
});
afterAll(() => vi.unstubAllGlobals());

describe('what parents type has the right thing among the first three', () => {
  // The sample's words change: of a hundred queries a few may have to be asked otherwise then.
  test.each([
    ['the queries that the search was made for', FIRST_QUERIES, 0.95],
    ['others', FURTHER_QUERIES, 0.9],
    ['further ones', LAST_QUERIES, 0.9],
    ['those that it missed', MISSED_QUERIES, 0.95],
    ['those that no page answered', ANSWERED_QUERIES, 0.95],
    ['those that are typed on phones', TYPED_QUERIES, 0.95],
  ])('%s', async (_, queries, share) => {
    const lines = await missed(site, queries, TODAY);
    expect(lines.length, lines.join('\n')).toBeLessThanOrEqual((1 - share) * queries.length);
  });

  test('whether there is school on a Saturday that the calendar marks', async () => {
    expect((await lookFor(site, 'holiday tomorrow', '2026-11-27'))?.lines).toEqual([
      'Tomorrow, Saturday, 28 Nov 2026: Working Saturday for all classes: athletics meet, no lessons; Annual athletics meet.',
      words.calendar.week,
    ]);
  });

  test.each([
    ['fees of class 8', 'Fees'],
    ['next holiday', 'Holidays'],
    ['diwali holiday', 'Holidays'],
    ['is school open tomorrow', 'Is school open?'],
    ['phone number', 'Telephone'],
    ['school uniform', 'The uniform'],
    ['dress code', 'The uniform'],
    ['office hours', 'Office hours'],
    ['last date for admission form', 'Nursery admission'],
    ['how to get a transfer certificate', 'How to get a transfer certificate'],
  ])('%s is answered under "%s"', async (query, heading) => {
    expect((await topOf(site, query, TODAY, 1))[0]).toMatch(new RegExp(`^Answer . ${heading.replace('?', '\\?')} `));
  });
});

test('a question about the buses is answered with fares, routes and whom to ask; one about a stop with its times', () => {
  const { stops } = words.facts.times;
  const answer = createAnswers(JSON.parse(readFileSync(join(dir, 'search.json'), 'utf8')));
  const told = (query: string) => {
    const { lines = [] } = answer(query, { today: TODAY, calendar: [], closures: [] }) ?? {};
    return lines.map((line) => (typeof line === 'string' ? line : line.cells.join('; ')));
  };
  const timesOf = (query: string) =>
    told(query).filter((line) => stops.some(({ stop, route }) => line.startsWith(`${stop} (${route})`)));
  for (const query of ['bus', 'bus route', 'bus timing', 'bus fare']) {
    expect(timesOf(query), query).toEqual([]);
    for (const part of ['Rs. 700', 'five routes', words.facts.offices.buses])
      expect(told(query).join('\n'), query).toContain(part);
  }
  // A longer name makes up most of the query: the page is found with it, without an answer above.
  const short = stops.filter(({ stop }) => stop.split(' ').length === 2);
  expect(short.length).toBeGreaterThan(5);
  for (const { stop, route } of short) expect(timesOf(`bus time ${stop}`).join('\n')).toContain(`${stop} (${route})`);
});

test('what is free of charge is not answered with the fees', async () => {
  expect((await topOf(site, 'free of charge', TODAY, 1))[0]).not.toMatch(/^Answer/);
});

test('what is told of a page is its sentences: a table’s row is one, and a link to another page none', () => {
  const { pages, fees }: SearchStatics = JSON.parse(readFileSync(join(dir, 'search.json'), 'utf8'));
  const lines = new Map(
    pages.map(({ href, sections }) => [href, sections.flatMap(([, text]) => text.replaceAll('\u00a0', ' ').split('\n'))]),
  );
  expect(lines.get('/Exam')).toContain('14 to 29 Sep 2026: Half-yearly examination, classes I to XII.');
  expect(lines.get('/Exam')).not.toContain('Examination.');
  expect(lines.get('/Exam')).toContain(`100% of ${words.facts.figures.results.icse.students} students passed in 2026.`);
  expect(lines.get('/HillTopFamily')).toContain(`${words.facts.offices.buses}, School Bus: Since 2010.`);
  expect(lines.get('/Magazine')?.filter((line) => /\b2\./.test(line) && !line.includes('Page 2.'))).toEqual([]);
  expect(lines.get('/CodeStudents')).toContain(
    'Shirt – summer: White, half sleeves, school crest; winter: White, full sleeves, school tie.',
  );
  expect([...lines.values()].flat().filter((line) => /^(?:Placeholder|Author|Of|Image|Date)\b:/.test(line))).toEqual([]);
  expect(lines.get('/Fees')).toContain('Classes I to V: Rs. 2,000 (2025-26: Rs. 1,900) a month, Rs. 24,000 a year.');
  expect(fees.rows[1]).toEqual({
    columns: ['Classes', 'A month', 'A year'],
    cells: ['I to V', 'Rs. 2,000 (2025-26: Rs. 1,900)', 'Rs. 24,000'],
  });
  expect([...lines.values()].flat().filter((line) => /^(?:Link|More): |<[a-z]/.test(line))).toEqual([]);
});

test('the whole search of the sample is a few requests, and 60 kB until its first results', async () => {
  const asked: string[] = [];
  const other = await openSearch(dir);
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (href: string) => {
    asked.push(href);
    return answer(href);
  });
  await topOf(other, 'zzzz', TODAY);
  const weight = (href: string) => brotliSize(readFileSync(join(dir, href)));
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.length).toBeLessThanOrEqual(8);
  // The pages, the list of files, and the newest file.
  expect(asked.slice(0, 3).reduce((sum, href) => sum + weight(href), 0)).toBeLessThan(60_000);
});
