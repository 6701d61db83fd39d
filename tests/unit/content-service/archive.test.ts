import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Archive, openArchive } from '../../../scripts/content-service/archive.ts';
import { openSubmissions, type Submissions } from '../../../scripts/content-service/submissions.ts';
import { TEMPORARY } from '../../support/temporary.ts';

let folder: string;
let submissions: Submissions;
let archive: Archive;

beforeEach(() => {
  folder = mkdtempSync(join(TEMPORARY, 'archive-'));
  submissions = openSubmissions(folder);
  const opened = openArchive(folder);
  if (!opened) throw new Error('nothing stored');
  archive = opened;
});

afterEach(() => {
  archive.close();
  submissions.close();
  rmSync(folder, { recursive: true, force: true });
});

const store = (type: string, fields: Record<string, unknown>, files: Parameters<Submissions['store']>[0]['files'] = []) =>
  submissions.store({ kind: 'form', type, fields, files, key: null, sender: '' });

test('submissions are counted by form', () => {
  store('abc', { name: 'Mira' });
  store('abc', { name: 'Kabir' });
  store('XYZ', { name: 'Asha' });
  expect(archive.counts().map(({ form, submissions: number }) => [form, number])).toEqual([
    ['contact', 2],
    ['suggestion', 0],
    ['careers', 1],
    ['certificate', 0],
  ]);
});

test('a folder in which nothing was stored has no archive', () => {
  expect(openArchive(join(folder, 'nowhere'))).toBeNull();
});

test.each([
  ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
  ['+91 98765 43210', `"'+91 98765 43210"`],
  [' @SUM(1)', `"' @SUM(1)"`],
  ['＝1+2', `"'＝1+2"`],
  ['＋1', `"'＋1"`],
  ['－1', `"'－1"`],
  [' ＠SUM(1)', `"' ＠SUM(1)"`],
  ['-1', `"'-1"`],
  ...['\u200b', '\ufeff', '\u00ad', '\u200e', '\u200f', '\u2060', '\u3164', '\ufe0f', ' \u200d \u061c'].map((unseen) => [
    `${unseen}=1`,
    `"'${unseen}=1"`,
  ]),
  ...Array.from('﹦⁼₌﹢⁺₊﹣⁻₋−﹫＝＋－＠％﹪｜⩵⩶﬩', (sign) => [`${sign}1`, `"'${sign}1"`]),
  ['=\u0338', `"'=\u0338"`],
  ['\u200bMira', '"\u200bMira"'],
  ['– a dash begins this', '"– a dash begins this"'],
  ['\tcmd', `"'\tcmd"`],
  ['मीरा, "Mira"\nline two', '"मीरा, ""Mira""\nline two"'],
  ["Asha;=cmd|' /C calc'!A0;x", `"Asha;'=cmd|' /C calc'!A0;x"`],
  ['Asha; "=1";b', `"Asha;' ""=1"";b"`],
  ['Hello\n=HYPERLINK(1)\t+1', `"Hello\n'=HYPERLINK(1)\t'+1"`],
  ['\u0000\u001b[31mred\u202e', '"[31mred"'],
])('a spreadsheet shows %j and computes nothing', (value, expected) => {
  store('abc', { message: value });
  const [heading, row] = [...(archive.csv('contact') ?? [])].join('').split('\r\n');
  expect(heading).toBe('\ufeff"id","received","message","files"');
  expect(row?.split('",', 2).length).toBe(2);
  expect(row).toContain(`,${expected},""`);
});

test('a table of more messages than are read at a time has each once, and what any of them says', () => {
  const numbers = Array.from({ length: 40 }, (_, at) => String(at));
  for (const number of numbers) store('abc', number === '39' ? { message: number, late: 'x' } : { message: number });
  const [heading, ...rows] = [...(archive.csv('contact') ?? [])].join('').trimEnd().split('\r\n');
  expect(heading).toBe('\ufeff"id","received","message","late","files"');
  expect(rows.map((row) => row.split(',')[2])).toEqual(numbers.map((number) => `"${number}"`));
});

test('files are given with the number of their submission', () => {
  store('XYZ', { name: 'Asha' }, [{ field: 'attachments', name: 'cv.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') }]);
  expect(Array.from(archive.files('careers'), ({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
    ['1-cv.pdf', '%PDF'],
  ]);
  expect([...(archive.csv('careers') ?? [])].join('')).toContain('"Asha","cv.pdf"');
});

test.each(['cv.hta', 'cv.exe', 'cv.pdf.lnk', 'cv.html', 'cv.pdf.'])(
  'a file that was stored as %s is exported as a PDF',
  (name) => {
    store('XYZ', {}, [{ field: 'attachments', name, type: 'text/html', bytes: Buffer.from('%PDF') }]);
    expect(Array.from(archive.files('careers'), (file) => file.name)).toEqual([`1-${name}.pdf`]);
  },
);

test.each([
  ['a Bengali', `${'জীবনপঞ্জি '.repeat(30)}.pdf`],
  ['an accented', `${'é'.repeat(300)}.pdf`],
  ['an emoji', `a${'👩‍🏫'.repeat(60)}.pdf`],
])('a file with %s name as long as a sender likes can be written', (_kind, given) => {
  store('XYZ', {}, [{ field: 'attachments', name: given, type: 'application/pdf', bytes: Buffer.from('%PDF') }]);
  const [file] = [...archive.files('careers')];
  const path = join(folder, file?.name ?? '');
  writeFileSync(path, file?.bytes ?? '');
  expect(readdirSync(folder)).toContain(file?.name);
  expect(given.endsWith((file?.name ?? '').replace('1-', ''))).toBe(true);
  expect(file?.name).toMatch(/\.pdf$/);
});

test('what is older than a moment is forgotten, with its files', () => {
  store('XYZ', {}, [{ field: 'attachments', name: 'cv.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') }]);
  expect(archive.forgetBefore(new Date(0))).toBe(0);
  expect(archive.forgetBefore(new Date(Date.now() + 1000))).toBe(1);
  expect([...archive.files('careers')]).toEqual([]);
  store('abc', { name: 'Mira' });
  expect(archive.counts()[0]?.submissions).toBe(1);
});

test('a database that was copied without its journal is refused with what is missing', () => {
  const copy = join(folder, 'copy');
  mkdirSync(copy);
  writeFileSync(join(copy, 'submissions.sqlite'), '');
  expect(() => openArchive(copy)).toThrow(/holds no table of submissions\. Was it copied without submissions\.sqlite-wal\?$/);
  writeFileSync(join(copy, 'submissions.sqlite'), 'not a database'.repeat(100));
  expect(() => openArchive(copy)).toThrow(
    /^\S+submissions\.sqlite cannot be read \([^\n]*not a database\)\. Restore it from a backup\.$/,
  );
});
