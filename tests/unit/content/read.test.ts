import { expect, test } from 'vitest';
import { wordFiles } from '../../../src/content/plugin.ts';
import { readWords } from '../../../src/content/read.ts';

const files = await wordFiles();

const messageOf = (changed: ReadonlyMap<string, string>) => {
  const words = readWords(changed);
  return words.ok ? 'accepted' : words.message;
};

const withFile = (file: string, text: string) => messageOf(new Map([...files, [file, text]]));

/** The message about the repository's words with one place of one file changed. */
const broken = (file: string, from: string | RegExp, to: string) => {
  const text = files.get(file) ?? '';
  const changed = text.replace(from, to);
  expect(changed, `${file} holds ${from}`).not.toBe(text);
  return withFile(file, changed);
};

test('every file of words in the repository is accepted', () => {
  expect(messageOf(files)).toBe('accepted');
});

test('a file that is missing is named', () => {
  expect(messageOf(new Map([...files].filter(([file]) => file !== 'exam.yaml')))).toMatch(/^exam: the file: /);
});

test('mistakes in several files are all named in one line', () => {
  const message = messageOf(new Map([...files, ['exam.yaml', 'title: Exam'], ['fees.md', '## Fees\n']]));
  expect(message).toMatch(/exam\.yaml: lead: .*; fees\.md: the file: /);
  expect(message).not.toContain('\n');
});

test.each([
  ['site.yaml', 'https://maps.example.org/?q', 'javascript:alert(1)//', 'map.link: must be an https address'],
  ['site.yaml', '+91 00000 00002', 'ask at the gate', 'phones.1: must be a number with its country code'],
  ['site.yaml', /^town: .*$/m, '', 'town: '],
  ['site.yaml', 'brand: "#0e4636"', 'brand: green', 'colours.light.brand: must be a colour of six'],
  [
    'site.yaml',
    'mute: "#55625a"',
    'mute: "#b0b0b0"',
    'colours.light.mute: has a contrast of 2.0:1 on paper, and text needs 4.5:1',
  ],
  ['fees.md', '{school}', '{shcool}', '{shcool} stands for nothing. There are {school}, {shortName}, {town} and the facts of'],
  ['attendance.md', '{times.firstBell}', '{times.firstBel}', '{times.firstBel} stands for nothing.'],
  ['facts/fees.yaml', /^admission: .*$/m, 'admission: free', 'admission: '],
  ['facts/dates.yaml', /^reportDay: .*$/m, 'reportDay: in March', 'reportDay: must be a day such as'],
  ['facts/times.yaml', 'firstBell:', 'firstBel:', '"firstBel" is not known here (is firstBell meant?)'],
  ['facts/fees.yaml', /^admission: .*$/m, 'admission: 5,000', 'admission: must be a number without commas'],
  ['site.yaml', /^motto: .*$/m, 'motto: # none', 'motto: must be a text. A text that begins with { or #'],
  ['site.yaml', /^phones:\n(?: *- .*\n)+/m, 'phones: 12345\n', 'phones: must be a list'],
  ['exam.yaml', /^lead: .*$/m, 'lead: {figures.teachers} houses', 'stands in quotation marks'],
  ['family.yaml', 'title:', 'title: M\uFFFDera #', 'is not written in UTF-8'],
  ['fees.md', '---', '\uFEFF---', 'the file: must be fields with their values; a Markdown file begins with them'],
  ['fees.md', /$/, '\n<<<<<<< HEAD\nOne\n=======\nOther\n>>>>>>> main\n', 'has two versions between <<<<<<< and >>>>>>>'],
  ['menu.yaml', 'section: gallery', 'section: pictures', 'entries.4'],
  ['site.yaml', /^motto: .*$/m, 'motto: ""', 'motto: must not be empty'],
  ['site.yaml', /^motto:/m, 'moto:', '"moto" is not known here (is motto meant?)'],
  ['home.yaml', 'href: /Gallery', 'hreff: /Gallery', '(is href meant?)'],
  ['home.yaml', 'href: /Gallery', 'href: Gallery', 'quickButtons.5'],
  ['home.yaml', 'fact: erpLogin', 'fact: erp', 'quickButtons.6'],
  ['home.yaml', '/pictures/slide-1.webp', 'slide-1.jpg', 'slides.0.src: must be a picture such as'],
  ['exam.yaml', 'marks: 30', 'marks: 35', 'groups.0.parts: add up to 105, not to the 100 marks'],
  ['student-blog.yaml', '2026-08-14', 'last August', 'posts.0.date: must be a date such as 2026-08-14'],
  ['magazine.yaml', '.pdf', '.docx', 'document.href: must be a PDF such as'],
  ['council.yaml', 'name: Tagore', 'title: Tagore', 'houses.3.name'],
  ['fees.md', /^lead: >-$/m, 'leed: >-', 'lead'],
])('a mistake in %s (%s → %s) is named by file and field', (file, from, to, field) => {
  const message = broken(file, from, to);
  expect(message).toContain(`${file}: `);
  expect(message).toContain(field);
  expect(message).not.toContain('\n');
});

test('a file that is no YAML is named in one line, with the place', () => {
  const message = broken('exam.yaml', 'groups:', 'groups: [');
  expect(message).toMatch(/^exam\.yaml: not readable as YAML, .* at line \d+/);
  expect(message).not.toContain('\n');
});

test('a policy without a head is named', () => {
  expect(withFile('fees.md', '## Fees\n')).toMatch(/^fees\.md: the file: /);
});

test('a fact is filled in where words name it: amounts with their commas, days with their weekday, the year of a time said once', () => {
  const lead =
    '{fees.year.nursery}; {dates.reportDay}; {dates.reportDay.on}; {dates.halfYearly}; {dates.holidays.winter}; {site.phones.0}';
  const words = readWords(new Map([...files, ['fees.md', `---\ntitle: A\ndescription: B\nlead: "${lead}"\n---\n`]]));
  expect(words.ok && words.value.fees.lead).toBe(
    '19,200; 25 Mar 2027; Thursday, 25 Mar 2027; 14 to 29 Sep 2026; 23 Dec 2026 to 3 Jan 2027; +91 00000 00001',
  );
});

test('a file without a schema says where to add one', () => {
  expect(withFile('canteen.yaml', 'title: Canteen')).toBe(
    'canteen.yaml: no schema has this name. Add it to src/content/schemas/index.ts, or rename the file.',
  );
});
