import { HtmlValidate } from 'html-validate/node';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import { NewsCard } from '../../../src/collections/news.list.tsx';
import { CARD_EXAMPLES, type CardExample, HOSTILE, news } from '../../support/componentExamples.tsx';

const HOSTILE_AS_TEXT = '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot;';

const print = (example: CardExample) => renderToStaticMarkup(CARD_EXAMPLES[example]);
const words = (example: CardExample) =>
  print(example)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  // How React spells valid markup.
  rules: { 'attr-case': 'off', 'attribute-boolean-style': 'off', 'void-style': 'off' },
});

test.each(Object.keys(CARD_EXAMPLES) as CardExample[])('%s is valid HTML', async (example) => {
  const { results } = await validator.validateString(print(example));
  expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual([]);
});

test.each<[CardExample, number]>([
  ['news card with hostile text', 2],
  ['event card with hostile text', 2],
])('%s shows markup as characters', (example, texts) => {
  expect(print(example).split(HOSTILE_AS_TEXT)).toHaveLength(texts + 1);
  expect(print(example)).not.toContain(HOSTILE);
});

test.each<[CardExample, string]>([
  ['news card', '05 Mar Prize day In the hall. Attachment (PDF, 1 kB)'],
  [
    'news card with several attachments',
    '05 Mar Prize day In the hall. Attachment 1 (PDF, 1 kB) Attachment 2 (WebP, 1600 × 1200)',
  ],
  ['event card', 'Sports day 05-Mar-2025 10:30 am Main field All houses. Attachment (PDF, 1 kB)'],
  ['event card with only a venue', 'Sports day Library'],
  ['album card', '05 Mar Picnic 12 photos Open the album View More'],
  ['album card of one photo', '05 Mar Picnic 1 photo Open the album View More'],
  ['video card', 'Annual day 05-Mar-2025'],
  ['video card without an address', 'Annual day 05-Mar-2025'],
  ['topper card', 'Aarav Sen Science 98.4%'],
  ['placeholder for news', 'School news Stay tuned for latest updates'],
  ['placeholder for events', 'School event Stay tuned for latest updates'],
  ['placeholder for albums', 'Photo album Stay tuned for latest updates'],
  ['placeholder for toppers', 'Our topper 100%'],
])('%s says "%s"', (example, text) => expect(words(example)).toBe(text));

test.each<CardExample>(['news card without anything', 'event card with only a title'])('%s has no empty elements', (example) => {
  expect(print(example)).toContain('src="/art/scene-');
  expect(print(example)).not.toMatch(/<(time|p)\b/);
});

test('an event card is led by its day over weekday, month and year, its date being one text', () => {
  const html = print('event card');
  expect(html).toMatch(/<time datetime="2025-03-05" class="day" data-day="05" data-rest="Wed\nMar 2025">05-Mar-2025<\/time>/i);
});

describe('a news card', () => {
  it('has its picture, its date for machines and its attachment', () => {
    const html = print('news card');
    expect(html).toMatch(/<time[^>]+datetime="2025-03-05"/i);
    expect(html).toContain('src="/media/aabbccddeeff/640.webp"');
    expect(html).toContain('href="/files/aabbccddeeff/circular.pdf"');
  });

  it('takes the level of its heading from the section it stands in', () => {
    expect(print('news card')).toContain('<h2><a href="/News/item/n">Prize day</a></h2>');
    expect(renderToStaticMarkup(<NewsCard item={news} level={3} />)).toContain('<h3><a href="/News/item/n">Prize day</a></h3>');
  });

  it('leaves out attachments that are missing, and links a picture in its widest variant', () => {
    const html = print('news card with several attachments');
    expect(html.match(/<a class="file"/g)).toHaveLength(2);
    expect(html).toContain('href="/media/aabbccddeeff/1600.webp"');
  });

  it('keeps a heading when the title is empty', () => {
    expect(print('news card without anything')).toContain('<h2><a href="/News/item/n">News</a></h2>');
  });
});

test('an event card has the first of its pictures alone', () => {
  expect(print('event card').match(/<img/g)).toHaveLength(1);
});

test('a title and a text in Hindi or Bengali say so, each by itself', () => {
  const item = { id: 'a', title: 'हिन्दी दिवस', description: 'রবীন্দ্র জয়ন্তী', date: null, images: [], attachments: [] };
  const html = renderToStaticMarkup(<NewsCard item={item} />);
  expect(html).toContain('<a href="/News/item/a" lang="hi">हिन्दी दिवस</a>');
  expect(html).toContain('<p class="text" lang="bn">');
  expect(renderToStaticMarkup(<NewsCard item={{ ...item, title: 'Hindi Day', description: '' }} />)).not.toContain('lang=');
});

test('an album card has one link, by its identity, and without script one to the plain address', () => {
  expect(print('album card')).toContain('<a href="/SubGallery?id=Ab%201" aria-label="View More: Picnic">View More</a>');
  expect(print('album card')).toContain('<noscript><a href="/SubGallery/~41b~201">Open the album</a></noscript>');
  expect(print('album card').match(/<a /g)).toHaveLength(2);
});

test('a video card opens its address in a new tab; without one it has no link', () => {
  expect(print('video card')).toContain('<a href="https://video.example.org/1" target="_blank" rel="noopener">');
  expect(print('video card without an address')).not.toMatch(/<a\b/);
});

describe('a topper card', () => {
  it('names the photo; without one it has a trophy', () => {
    expect(print('topper card')).toContain('alt="Photo of Aarav Sen"');
    expect(print('topper card without a photo')).toContain('src="/art/trophy.svg"');
    expect(print('topper card without a photo')).not.toContain('Photo of');
  });

  it('is marked when the search found it', () => {
    expect(print('topper card that the search found')).toContain('found');
    expect(print('topper card')).not.toContain('found');
  });
});

test('no placeholder carries a link', () => {
  for (const example of ['placeholder for news', 'placeholder for events', 'placeholder for albums'] as const)
    expect(print(example)).not.toMatch(/<a\b/);
});
