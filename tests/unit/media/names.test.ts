import { expect, test } from 'vitest';
import { addressOf } from '../../../src/media/fetch.ts';
import { extensionOf, readableName, sniff } from '../../../src/media/groups.ts';

test.each([
  ['circular.pdf', 'circular.pdf'],
  ['uploads/2025/Annual Report 2025.PDF', 'Annual-Report-2025.pdf'],
  ['C:\\docs\\Fee Structure (final).pdf', 'Fee-Structure-final.pdf'],
  ['résumé & façade.pdf', 'resume-facade.pdf'],
  ['सूचना.pdf', 'file.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['..', 'file.pdf'],
  ['.htaccess', 'htaccess.pdf'],
  ['<script>alert(1)</script>.pdf', 'script.pdf'],
  ['a%2Fb?c=d#e', 'a-2Fb-c-d-e.pdf'],
  ['https://cdn.example.org/files/Date%20Sheet.pdf?v=2', 'Date-Sheet.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(80)}.pdf`],
  ['65f0c0ffee', '65f0c0ffee.pdf'],
])('the file behind %j is called %j', (reference, name) => {
  expect(readableName(reference, 'pdf')).toBe(name);
});

test('the ending of a reference is its last segment’s, in lower case', () => {
  expect(extensionOf('a/b.DocX')).toBe('docx');
  expect(extensionOf('https://cdn.example.org/a.xls?x=.pdf')).toBe('xls');
  expect(extensionOf('noending')).toBe('');
});

const service = { baseUrl: 'https://content.example.org/base', hosts: ['cdn.example.org', 'media.example.org:8443'] };

test.each([
  ['photo.jpg', 'https://content.example.org/base/api/image/photo.jpg'],
  ['a b%#?&/ñ.jpg', 'https://content.example.org/base/api/image/a%20b%25%23%3F%26%2F%C3%B1.jpg'],
  ['../secret', 'https://content.example.org/base/api/image/..%2Fsecret'],
  ['.', null],
  ['..', null],
  ['https://content.example.org/files/a.jpg', 'https://content.example.org/files/a.jpg'],
  ['https://cdn.example.org/a.jpg', 'https://cdn.example.org/a.jpg'],
  ['https://media.example.org:8443/a.jpg', 'https://media.example.org:8443/a.jpg'],
  ['https://media.example.org/a.jpg', null],
  ['https://evil.example/a.jpg', null],
  ['https://cdn.example.org.evil.example/a.jpg', null],
  ['https://cdn.example.org@evil.example/a.jpg', null],
  ['http://169.254.169.254/latest', null],
])('the reference %j is asked for at %j', (reference, address) => {
  expect(addressOf(reference, service)?.href ?? null).toBe(address);
});

test.each<[string, string | Buffer, string, ReturnType<typeof sniff>]>([
  ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'pdf', { kind: 'image' }],
  ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), '', { kind: 'image' }],
  ['an SVG', '<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg', { kind: 'svg' }],
  ['an SVG with a doctype', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd"><svg/>', '', { kind: 'svg' }],
  ['a PDF', '%PDF-1.7', 'jpg', { kind: 'file', extension: 'pdf' }],
  ['a Word document', 'PK\x03\x04', 'docx', { kind: 'file', extension: 'docx' }],
  ['an archive that calls itself HTML', 'PK\x03\x04', 'html', { kind: 'file', extension: 'zip' }],
  ['an old spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'xls', { kind: 'file', extension: 'xls' }],
  ['a table', 'name,class\nA,X', 'csv', { kind: 'file', extension: 'csv' }],
  ['a text without an ending', 'hello', '', null],
  ['HTML', '<!doctype html><script>alert(1)</script>', 'html', null],
  ['HTML that calls itself text', ' <html><script>alert(1)</script>', 'txt', null],
  ['HTML with an SVG in it', '<html><svg></svg></html>', 'svg', null],
  ['script', 'alert(1)', 'js', null],
  ['JSON', '{"error":"not found"}', 'json', null],
  ['a program', Buffer.from('MZ\x90\0', 'latin1'), 'exe', null],
  ['nothing', '', 'pdf', null],
])('%s is taken for what its bytes say', (_name, bytes, hint, expected) => {
  expect(sniff(Buffer.from(bytes as string), hint)).toEqual(expected);
});
