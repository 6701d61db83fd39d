import { expect, test } from 'vitest';
import { tellingTitle, titleOfFile } from '../../../src/lib/fileTitle.ts';

test('a file has the title that people would write', () => {
  expect(titleOfFile('book-list-2026-27.pdf')).toBe('Book list 2026-27');
  expect(titleOfFile('athletics_meet programme.pdf')).toBe('Athletics meet programme');
});

test('a name tells what is in the file by two words or more', () => {
  expect(tellingTitle('Consent-form-hill-camp-2026.pdf')).toBe('Consent form hill camp 2026');
  for (const name of ['IMG_20251018_063212.pdf', 'notice.pdf', 'scan-01.pdf', '100.pdf', ''])
    expect(tellingTitle(name)).toBeNull();
});
