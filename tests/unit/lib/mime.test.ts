import { expect, test } from 'vitest';
import { contentType } from '../../../src/lib/mime.ts';

test.each([
  ['News.html', 'text/html; charset=utf-8'],
  ['files/a/Fees.pdf', 'application/pdf'],
  ['files/a/Marks.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['files/a/Form.DOCX', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['files/a/unknown.ending', 'application/octet-stream'],
  ['files/a/sports.constructor', 'application/octet-stream'],
])('%s is sent as %s', (path, type) => {
  expect(contentType(path)).toBe(type);
});
