import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { makeSchoolFiles } from '../../../scripts/school-files/make.ts';
import { linesOf, Page, widthOf, writePdf } from '../../../scripts/school-files/pdf.ts';
import { ROOT } from '../../support/rig.ts';
import { words } from '../../support/words.ts';

let files: ReadonlyMap<string, Uint8Array>;

beforeAll(async () => {
  const made = await makeSchoolFiles(words, ROOT);
  if (!made.ok) throw new Error(made.message);
  ({ files } = made.value);
});

/** Encoders of pictures may differ in a bit between processors; shapes and words may not. */
const holdsPicture = (bytes: Uint8Array) => Buffer.from(bytes).includes('/DCTDecode');

test('crest, drawings and documents in the repository are those of its facts, byte for byte', async () => {
  const exact = [...files].filter(([path, bytes]) => !['.png', '.ico'].includes(extname(path)) && !holdsPicture(bytes));
  expect(exact.length).toBeGreaterThan(15);
  for (const [path, bytes] of exact) expect(Buffer.from(bytes).equals(await readFile(join(ROOT, path))), path).toBe(true);
});

test.each(['public/apple-touch-icon.png', 'public/social-preview.png'])('%s in the repository shows its facts', async (path) => {
  const [made, kept] = await Promise.all(
    [files.get(path), await readFile(join(ROOT, path))].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()),
  );
  expect(made?.length).toBe(kept?.length);
  const difference = made?.reduce((sum, value, at) => sum + Math.abs(value - (kept?.[at] ?? 0)), 0) ?? Number.NaN;
  expect(difference / (made?.length ?? 1)).toBeLessThan(1);
});

test('every line of a document fits its width, and a word is never cut', () => {
  const lines = linesOf('Please do not plan journeys in the examination weeks.', 10, 100);
  expect(lines.join(' ')).toBe('Please do not plan journeys in the examination weeks.');
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(widthOf(line, 10)).toBeLessThanOrEqual(100);
});

test('a PDF lists its objects where they begin, and keeps brackets and dashes in its words', () => {
  const page = new Page();
  page.text('Rs. 25 (late) – “fine”', 10, 20, 10, '#000000');
  const bytes = writePdf([page], 'Fees (2026)', 'School').toString('latin1');
  expect(bytes).toContain('(Rs. 25 \\(late\\) \x96 \x93fine\x94) Tj');
  expect(bytes).toContain('/Title(Fees \\(2026\\))');
  const offsets = [...bytes.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  offsets.forEach((offset, at) => {
    expect(bytes.slice(offset)).toMatch(new RegExp(`^${at + 1} 0 obj`));
  });
});

test('letters that the font has not are left out, and their text is named', () => {
  const page = new Page();
  const name = 'St. Joséph’s (विद्यालय), Shōnai';
  page.text(name, 0, 0, 10, '#000000');
  expect(page.unprinted).toEqual([name]);
  expect(writePdf([page], name, name).toString('latin1').split('(St. Jos\xe9ph\x92s, Shonai)')).toHaveLength(4);
});
