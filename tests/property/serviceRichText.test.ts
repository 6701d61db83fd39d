import fc from 'fast-check';
import { HtmlValidate } from 'html-validate/node';
import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { sanitiseRichText } from '../../src/service/schemas/richText.ts';
import { runs } from './runs.ts';

const validator = new HtmlValidate({
  elements: ['html5'],
  rules: {
    ...{ 'attribute-allowed-values': 'error', 'attr-quotes': 'error', 'close-attr': 'error', 'close-order': 'error' },
    ...{ 'element-permitted-content': 'error', 'element-permitted-occurrences': 'error', 'element-permitted-order': 'error' },
    ...{
      'element-permitted-parent': 'error',
      'no-dup-attr': 'error',
      'no-implicit-close': 'error',
      'no-raw-characters': 'error',
    },
    ...{ 'no-unknown-elements': 'error', 'void-content': 'error', 'unrecognized-char-ref': 'error', 'empty-heading': 'error' },
  },
});

const BLOCKS = ['p', 'h1', 'h4', 'div', 'blockquote', 'ul', 'ol', 'li'];
const TABLES = ['table', 'caption', 'thead', 'tbody', 'tr', 'td', 'th'];
const OTHERS = ['b', 'em', 'span', 'font', 'section', 'svg', 'button', 'noscript', 'center'];
const ADDRESSES = ['https://example.org/a?b=1&c="2"', 'http://example.org', 'mailto:office@example.org', 'tel:+15550100'];
const FOREIGN = ['/About', 'About', '#top', '//example.org', 'javascript:alert(1)', ''];

const tag = fc.constantFrom(...BLOCKS, ...TABLES, ...OTHERS);
const address = fc.constantFrom(...ADDRESSES, ...FOREIGN);
const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Start tags, end tags, words and rubbish in any order. */
const soup = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: tag.map((name) => `<${name}>`) },
      { weight: 3, arbitrary: tag.map((name) => `</${name}>`) },
      { weight: 4, arbitrary: fc.constantFrom('word', ' ', '&nbsp;', '&', '&lt;p&gt;', '&#1;', 'हिन्दी') },
      { weight: 2, arbitrary: address.map((href) => `<a href="${escaped(href)}">`) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          '</a>',
          '<br>',
          '<hr>',
          '</p>',
          '</br>',
          '<img src=x>',
          '<',
          '<!--',
          '-->',
          '<p',
          '<td colspan=x">',
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('<script>', '</script>', '<style>', '<iframe>', '<textarea>', '<template>', '<math>'),
      },
      { weight: 1, arbitrary: fc.string() },
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''));

/** The words of some HTML, each with the address it is linked to. */
function wordsOf(html: string): [word: string, href: string | null][] {
  const found: [string, string | null][] = [];
  const links: (string | null)[] = [];
  const parser = new Parser({
    onopentag: (name, { href }) => name === 'a' && links.push(href ?? null),
    onclosetag: (name) => name === 'a' && links.pop(),
    ontext: (text) =>
      found.push(...(text.match(/w\d+/g) ?? []).map((word) => [word, links.at(-1) ?? null] as [string, string | null])),
  });
  parser.end(html);
  return found;
}

/** Elements in elements, well nested but not where HTML allows them; `word` is replaced by a word of its own. */
const { inLink, anywhere } = fc.letrec<{ inLink: string; anywhere: string }>((tie) => ({
  inLink: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constant('word '),
    fc
      .tuple(tag, fc.array(tie('inLink'), { minLength: 1, maxLength: 3 }))
      .map(([name, inner]) => `<${name}>${inner.join('')}</${name}>`),
  ),
  anywhere: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constant('word '),
    fc.tuple(address, tie('inLink')).map(([href, inner]) => `<a href="${escaped(href)}">${inner}</a>`),
    fc
      .tuple(tag, fc.array(tie('anywhere'), { minLength: 1, maxLength: 3 }))
      .map(([name, inner]) => `<${name}>${inner.join('')}</${name}>`),
  ),
}));

test('whatever goes in, what is published is well-formed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(soup, anywhere, inLink), async (html) => {
      const report = await validator.validateString(`<main>${sanitiseRichText(html)}<p>After</p></main>`);
      const complaints = report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
      expect(complaints).toEqual([]);
    }),
    runs(120),
  );
});

test('a cell keeps the rows and columns that it spans where they are numbers', () => {
  const cells = (one: string, other: string) => `<table><tbody><tr><td${one}>A</td><th${other}>B</th></tr></tbody></table>`;
  expect(sanitiseRichText(cells(' colspan="2" rowspan="12"', ' colspan="3"'))).toBe(
    cells(' colspan="2" rowspan="12"', ' colspan="3"'),
  );
  expect(sanitiseRichText(cells(' colspan="x&quot;" rowspan="-3"', ' colspan="99999999" onclick="1"'))).toBe(cells('', ''));
});

test('wherever they stand, words are kept, with the links of the contract and no others', () => {
  fc.assert(
    fc.property(fc.array(anywhere, { maxLength: 4 }), (parts) => {
      let count = 0;
      const html = parts.join('').replaceAll('word', () => `w${count++}`);
      const expected = wordsOf(html).map(([word, href]) => [word, href !== null && ADDRESSES.includes(href)]);
      expect(wordsOf(sanitiseRichText(html)).map(([word, href]) => [word, href !== null])).toEqual(expected);
    }),
    runs(400),
  );
});
