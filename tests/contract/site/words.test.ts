import { expect, test } from 'vitest';
import { partOf, textOf } from '../../support/published.ts';
import { expectLink, publishedPage } from '../../support/site.ts';
import { emailLinks, phoneLinks, words } from '../../support/words.ts';

/** What a page must hold: the specification's words in its `main`, and its links as [label, target]. */
interface Expectation {
  readonly says?: readonly (string | RegExp)[];
  readonly links?: readonly (readonly [label: string | RegExp, href: string])[];
  /** Names in their order, other words between them. */
  readonly inOrder?: readonly string[];
}

const facts = words.site;
const forms = words.forms;
const { times, offices } = words.facts;
const pdf = (name: string) => `/documents/${name}.pdf`;

const PAGES: Readonly<Record<string, Expectation>> = {
  '/': {
    says: [/Pre-primary.*Primary.*Middle.*Secondary.*Senior Secondary/],
    links: [
      [facts.campusLogo.label, facts.campusLogo.href],
      ['Admission', '/Admission'],
      ['Fee Payment', facts.feePayment.href],
      ['Alumnae Registration', facts.alumniForm.href],
      [/call/i, `tel:${facts.phones[0].replaceAll(' ', '')}`],
      ['Results', '/Toppers'],
      ['Gallery', '/Gallery'],
      ['ERP Login', facts.erpLogin.href],
      ...facts.embeds.map(({ link }) => [/./, link] as const),
    ],
  },
  '/About': {
    says: [
      /1976.*80 students, 4 teachers and 2 classrooms/,
      /1987.*temporary affiliation/i,
      /1993.*senior secondary/i,
      /2000.*permanent affiliation/i,
      /class size 14:1/i,
      /students 3000\+/i,
      /first in the region 1:1.*programme/i,
    ],
    inOrder: ['1976', '1987', '1993', '2000', '14:1', '3000+', '1:1'],
  },
  '/Admission': {
    says: ['LKG to class IX', /lateral entry/i, 'Class XI notice'],
    links: [[/nursery/i, pdf('nursery-admission-form')]],
  },
  '/Attendance': {
    says: [
      /leave/i,
      `First bell ${times.firstBell}`,
      `Last bell ${times.lastBell.prePrimary} ${times.lastBell.school}`,
      `Break ${times.break.prePrimary} ${times.break.school}`,
      `Working Saturdays No school ${times.saturday}`,
      `Buses then leave at ${times.busesLeave.saturday}.`,
      '75% of the working days',
    ],
  },
  '/Calendar': {
    says: [
      'Saturdays are holidays, except those marked “working Saturday”. Those are for classes I to XII, unless other classes are named.',
    ],
    links: [[/calendar/i, pdf('calendar-2026-27')]],
  },
  '/Club': { says: [words.club.lead] },
  '/CodeConduct': {
    inOrder: [
      'Where it applies',
      'Students',
      'Parents and visitors',
      'Staff',
      'Child protection',
      'Complaints',
      'When the code is broken',
    ],
    says: [
      `child protection officer, ${offices.counsellor}`,
      `The principal, ${offices.principal} by letter, by email or at an appointment ${offices.answer.appeal}`,
      `write to the chair of the trust, ${words.facts.figures.chair}, ${facts.mailboxes.trust}`,
    ],
  },
  '/CodeStudents': { says: ['In class', 'The uniform'] },
  '/ErpSoftware': { says: words.erp.pictures.map(({ title }) => title) },
  '/Exam': {
    says: [
      /Classes I to IV Two semesters of 100 marks each.*Weekly tests 30 Internal assessment 20 Major examination 50 Total 100/,
      /Classes V to IX Two semesters of 150 marks each.*Weekly tests 50 Internal assessment 20 Major examination 80 Total 150/,
      /Pass mark for the year: 80 out of 200\..*Pass mark for the year: 120 out of 300\..*Pass mark for the year in class XI: 160 out of 400\./,
      /14 to 29 Sep 2026 Half-yearly examination, classes I to XII.*1 to 16 Mar 2027 \(not 10 Mar\) Annual examination, classes I to IX and XI/,
      /Classes XI and XII Two semesters of 200 marks each.*Tests and internal assessment 100 Major examination 100 Total 200/,
    ],
  },
  '/Facility': {
    inOrder: [
      'Library',
      'Science laboratories',
      'Computer laboratory',
      'Playground',
      'Smart classrooms',
      'School bus',
      'Medical room',
      'Security',
      'Counsellor',
    ],
  },
  '/Fees': {
    says: [
      'fees cover twelve months',
      'online between the 5th and the 20th of each month',
      'January, February and March are paid together in January',
      'annually in advance',
      'May, the next month Late fine of Rs. 25',
      'June, the second month Late fine of Rs. 50',
      'July, the third month Re-admission charge of Rs. 500',
      /After two consecutive unpaid months, .* the student’s name is struck off/i,
    ],
  },
  '/HillTopFamily': {
    inOrder: [
      'Principal',
      'Vice Principal',
      'Senior segment',
      'Secondary segment',
      'Middle segment',
      'Office team',
      'Coordinator',
      'IT Facilitator',
      'Librarians',
      'Primary segment',
      'Coordinator',
      'Pre-primary segment',
      'Coordinator',
      'Lab assistants',
    ],
  },
  '/Magazine': { links: [[/magazine/i, pdf('magazine-2026')]] },
  '/Pphelp': {
    says: [
      'School code HTSJ',
      'registered mobile number',
      /OTP.*verify/,
      'Your username is your mobile number.',
      'Fee due',
      'Fee paid',
      'Fee breakup',
      'Receipts',
      'Pay now',
      /A payment may take 4 to 24 hours/,
      'Support',
    ],
    links: [...facts.appStores.map(({ label, href }) => [label, href] as const), ...phoneLinks, ...emailLinks],
    inOrder: ['Log in', 'Dashboard', 'Student and parent information', 'Messaging', 'Attendance', 'Assignments and homework'],
  },
  '/PrincipalMessage': {},
  '/Reflections': { says: [words.reflections.lead] },
  '/StudentBlog': { says: [/Class IX/, /Batch of 20\d\d/] },
  '/StudentCouncil': {
    inOrder: ['Senior cabinet', 'Head Boy', 'Head Girl', 'Akbar', 'Ashoka', 'Nehru', 'Tagore'],
    says: ['Akbar', 'Ashoka', 'Nehru', 'Tagore'].map(
      (house) =>
        new RegExp(`${house}.*?Captain \\S.*?Vice-captain \\(boys\\) \\S.*?Vice-captain \\(girls\\) \\S.*?Coordinator \\S`),
    ),
  },
  '/Tc': {
    says: [forms.certificate.sent, ...forms.certificate.needs.items.flatMap(({ name, text }) => [name, text])],
    links: [[/sample/i, pdf('sample-transfer-certificate')]],
  },
  '/TeacherBlog': { says: [/, Principal \d{1,2} \w{3} 20\d\d/] },
  '/VisionMission': {
    inOrder: [
      'vision',
      'mission',
      'values',
      'Child focus',
      'Discipline',
      'Accountability',
      'Integrity',
      'Transparency',
      'objective',
    ],
  },
  '/Withdrawals': {
    says: [
      'one month’s notice in writing, or pay one month’s fee',
      'No transfer certificate (TC) is issued until all dues are cleared',
      'Failing (not promoted) Two years in succession, or three times in all',
      'Warning letters Two in a year, or three overall',
      'Unpaid fees Two months in a row; after three months the place is lost',
    ],
  },
  '/ContactUs': {
    says: [
      ...facts.address,
      `reply to a message within ${offices.answer.message}, and to a request about fees within ${offices.answer.complaint}`,
      forms.contact.sent,
      ...forms.contact.desks.rows.map((row) => row.join(' ')),
    ],
    links: [...phoneLinks, ...emailLinks, [/map/i, facts.map.link]],
  },
  '/Careers': { says: [forms.careers.sent] },
  '/Suggestion': { says: [forms.suggestion.sent] },
};

test.each(Object.entries(PAGES))(
  '%s says what sections 2 and 9 of the specification say',
  async (path, { says = [], links = [], inOrder = [] }) => {
    const main = partOf(await publishedPage(path), 'main');
    const text = textOf(main);
    expect(text.length).toBeGreaterThan(40);
    for (const words of says) expect(text).toMatch(words);
    for (const link of links) expectLink(main, link);
    let from = 0;
    for (const name of inOrder) {
      const at = text.indexOf(name, from);
      expect(at, `"${name}" after ${from} characters of ${path}`).toBeGreaterThanOrEqual(0);
      from = at + name.length;
    }
  },
);

test('no date of the static pages can break at the end of a line', async () => {
  const broken: string[] = [];
  for (const path of Object.keys(PAGES)) {
    const main = partOf(await publishedPage(path), 'main');
    // What styles keep whole: a time, and words that belong together.
    const free = main.replace(/<time.*?<\/time>|<span class="size">.*?<\/span>|<template.*?<\/template>|="[^"]*"/gs, '');
    const dates = free.match(/\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*/g) ?? [];
    broken.push(...dates.map((date) => `${path}: ${date}`));
  }
  expect(broken).toEqual([]);
});

test('every page has its own title, which begins with its heading, and its own description', async () => {
  const heads = await Promise.all(
    Object.keys(PAGES).map(async (path) => {
      const html = await publishedPage(path);
      const [title = '', heading = ''] = ['title', 'h1'].map((tag) => textOf(partOf(html, tag)));
      expect(heading, `the h1 of ${path}`).not.toBe('');
      expect(title.startsWith(heading), `the title of ${path}: ${title}`).toBe(true);
      return { title, description: /<meta name="description" content="([^"]+)"/.exec(html)?.[1] };
    }),
  );
  for (const key of ['title', 'description'] as const) expect(new Set(heads.map((head) => head[key])).size).toBe(heads.length);
});
