import { expect, test } from 'vitest';
import { sanitiseRichText } from '../../../src/service/schemas/richText.ts';

test('the harmless part of an article stays', () => {
  const html = '<h3>Dear parents</h3><p>We are <strong>glad</strong> &amp; <em>proud</em>.</p><ul><li>One</li></ul>';
  expect(sanitiseRichText(html)).toBe(html);
});

test.each([
  ['script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['script in capitals', '<p>a</p><SCRIPT SRC=//evil.example></SCRIPT>', '<p>a</p>'],
  ['style', '<style>p{color:red}</style><p>a</p>', '<p>a</p>'],
  ['handlers', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['pictures', '<p>a<img src=x onerror=alert(1)></p>', '<p>a</p>'],
  ['frames', '<iframe src="https://evil.example"></iframe><p>a</p>', '<p>a</p>'],
  ['svg', '<svg onload=alert(1)><p>a</p></svg>', '<p>a</p>'],
  ['classes, styles and identities', '<p class="x" style="color:red" id="main">a</p>', '<p>a</p>'],
  ['forms', '<form action="https://evil.example"><input name=x><p>a</p></form>', '<p>a</p>'],
  ['unclosed tags', '<p><b>a', '<p><b>a</b></p>'],
  ['comments', '<p>a<!-- secret --></p>', '<p>a</p>'],
])('%s cannot get through', (_name, html, expected) => {
  expect(sanitiseRichText(html)).toBe(expected);
});

test('a link to nowhere leaves the elements around and after it whole', () => {
  expect(sanitiseRichText('<p>See <a href="/About">about us</a>.</p><p>Call <b>now</b>.</p>')).toBe(
    '<p>See about us.</p><p>Call <b>now</b>.</p>',
  );
});

test.each([
  ['a paragraph in a bold one', '<p>a<b>b<p>c</b></p>', '<p>a<b>b</b></p><p><b>c</b></p>'],
  ['a heading in a link', '<a href="tel:+15550100"><h2>A</h2></a>', '<h3><a href="tel:+15550100" rel="noopener">A</a></h3>'],
  ['words in a list', '<ul>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
  [
    'a heading in a cell that heads a row',
    '<table><tr><th><blockquote><h2>A</h2></blockquote></th><td><h2>B</h2></td></tr></table>',
    '<table><tbody><tr><th><div><p>A</p></div></th><td><h3>B</h3></td></tr></tbody></table>',
  ],
  ['a cell without a table', '<td>a</td>', '<div>a</div>'],
])('%s is put where HTML allows it', (_name, html, expected) => {
  expect(sanitiseRichText(html)).toBe(expected);
});

test('headings take their place below the page’s own', () => {
  expect(sanitiseRichText('<h1>A</h1><h2>B</h2><h6>C</h6>')).toBe('<h3>A</h3><h3>B</h3><h4>C</h4>');
});

test('links keep harmless addresses and say noopener; others leave their text', () => {
  expect(sanitiseRichText('<p><a href="https://example.org/a" target="_blank">A</a></p>')).toBe(
    '<p><a href="https://example.org/a" rel="noopener">A</a></p>',
  );
  for (const href of ['javascript:alert(1)', 'java&#10;script:alert(1)', 'data:text/html,x', '/Admission', '//evil.example'])
    expect(sanitiseRichText(`<p><a href="${href}">A</a></p>`)).toBe('<p>A</p>');
});

test('a message without tags becomes paragraphs', () => {
  expect(sanitiseRichText('Dear parents,\nwelcome.\n\nFees & more < soon')).toBe(
    '<p>Dear parents,<br />welcome.</p><p>Fees &amp; more &lt; soon</p>',
  );
});

test('nothing is nothing', () => {
  expect(sanitiseRichText('')).toBe('');
  expect(sanitiseRichText('  <script>x</script> ')).toBe('');
});

test.each(['<foo>', '<b>', '<p><b>', '<ul><li>', '<div>', '<svg>'])(
  'a megabyte of %s that is never closed is read as its text, and holds nothing up',
  (tags) => {
    const html = `${tags.repeat(Math.floor(1_000_000 / tags.length))}a < b &amp; c<script>`;
    expect(sanitiseRichText(html)).toBe('<p>a &lt; b &amp; c</p>');
  },
);
