import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AlbumCard } from '../../../src/cards/AlbumCard.tsx';
import { EventCard } from '../../../src/cards/EventCard.tsx';
import { NewsCard } from '../../../src/cards/NewsCard.tsx';
import { PlaceholderCard } from '../../../src/cards/PlaceholderCard.tsx';
import { TopperCard } from '../../../src/cards/TopperCard.tsx';
import { VideoCard } from '../../../src/cards/VideoCard.tsx';
import type { NewsItem, Picture, PublishedFile, SchoolEvent, Topper } from '../../../src/types/entities.ts';

const picture: Picture = { kind: 'image', id: 'aabbccddeeff', w: 1600, h: 1200 };
const file: PublishedFile = { kind: 'file', href: '/files/aabbccddeeff/circular.pdf', name: 'circular.pdf', size: 1000 };
const missing = { kind: 'missing' } as const;
const date = { day: '2025-03-05', at: 1_741_113_000_000 };
const hostile = '<img src=x onerror=alert(1)> & "quotes"';
const hostileAsText = '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot;';

const news: NewsItem = { id: 'n', title: 'Prize day', description: 'In the hall.', date, image: picture, attachments: [file] };
const event: SchoolEvent = {
  id: 'e',
  title: 'Sports day',
  description: 'All houses.',
  venue: 'Main field',
  date,
  time: '10:30 am',
  images: [picture, missing],
  attachments: [file],
};
const topper: Topper = {
  id: 't',
  name: 'Aarav Sen',
  stream: 'Science',
  division: '98.4%',
  session: '2024-2025',
  class: 'XII',
  photo: picture,
};

const print = (card: ReactElement) => renderToStaticMarkup(card);
const words = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('a news card', () => {
  it('prints image, day and month, title, description and attachment', () => {
    const html = print(<NewsCard item={news} />);
    expect(words(html)).toBe('05 Mar Prize day In the hall. Attachment');
    expect(html).toContain('<h2>Prize day</h2>');
    expect(html).toMatch(/<time[^>]+datetime="2025-03-05"/i);
    expect(html).toContain('src="/media/aabbccddeeff/640.webp"');
    expect(html).toContain('href="/files/aabbccddeeff/circular.pdf"');
  });

  it('takes the level of its heading from the section it stands in', () => {
    expect(print(<NewsCard item={news} level={3} />)).toContain('<h3>Prize day</h3>');
  });

  it('numbers several attachments and leaves out those that cannot be had', () => {
    const html = print(<NewsCard item={{ ...news, attachments: [file, missing, picture] }} />);
    expect(html.match(/<a /g)).toHaveLength(2);
    expect(words(html)).toContain('Attachment 1 Attachment 2');
    expect(html).toContain('href="/media/aabbccddeeff/1600.webp"');
  });

  it('without picture, date, description and attachments prints the drawn fallback and no empty elements', () => {
    const html = print(<NewsCard item={{ ...news, image: missing, date: null, description: '', attachments: [missing] }} />);
    expect(html).toContain('class="pic none"');
    expect(html).not.toMatch(/<(img|time|p|a)\b/);
  });

  it('shows markup in a title or description as characters', () => {
    const html = print(<NewsCard item={{ ...news, title: hostile, description: hostile }} />);
    expect(html.split(hostileAsText)).toHaveLength(3);
    expect(html).not.toContain('<img src=x');
  });

  it('keeps a heading when the title is empty', () => {
    expect(print(<NewsCard item={{ ...news, title: '' }} />)).toContain('<h2>News</h2>');
  });
});

describe('an event card', () => {
  it('prints first image, title, date, time, venue, description and attachment', () => {
    const html = print(<EventCard item={event} />);
    expect(words(html)).toBe('Sports day 05-Mar-2025 10:30 am Main field All houses. Attachment');
    expect(html.match(/<img/g)).toHaveLength(1);
  });

  it('prints only what is known', () => {
    const bare = { ...event, images: [], venue: '', time: '', date: null, description: '', attachments: [] };
    expect(print(<EventCard item={bare} />)).not.toMatch(/<(img|time|p|a)\b/);
    expect(words(print(<EventCard item={{ ...bare, venue: 'Library' }} />))).toBe('Sports day Library');
  });

  it('shows a hostile venue and time as characters', () => {
    const html = print(<EventCard item={{ ...event, venue: hostile, time: hostile }} />);
    expect(html.split(hostileAsText)).toHaveLength(3);
  });
});

describe('an album card', () => {
  const album = { id: 'Ab 1', title: 'Picnic', date, cover: picture, count: 12 };

  it('prints cover, day and month, number of photos and title', () => {
    expect(words(print(<AlbumCard item={album} />))).toBe('05 Mar Picnic 12 photos View More');
    expect(words(print(<AlbumCard item={{ ...album, count: 1 }} />))).toContain('1 photo View More');
  });

  it('links View More by its identity and the title by the plain address', () => {
    const html = print(<AlbumCard item={album} />);
    expect(html).toContain('<a href="/SubGallery?id=Ab%201">View More</a>');
    expect(html).toContain('<a href="/SubGallery/~41b~201">Picnic</a>');
  });
});

describe('a video card', () => {
  const video = { id: 'v', title: 'Annual day', date, url: 'https://video.example.org/1' };

  it('is a link that opens in a new tab', () => {
    const html = print(<VideoCard item={video} />);
    expect(html).toContain('<a href="https://video.example.org/1" target="_blank" rel="noopener">');
    expect(words(html)).toBe('Annual day 05-Mar-2025');
  });

  it('without an address is text without a link', () => {
    const html = print(<VideoCard item={{ ...video, url: null }} />);
    expect(html).not.toMatch(/<a\b/);
    expect(words(html)).toBe('Annual day 05-Mar-2025');
  });
});

describe('a topper card', () => {
  it('prints photo, name, stream and division', () => {
    const html = print(<TopperCard item={topper} />);
    expect(words(html)).toBe('Aarav Sen Science 98.4%');
    expect(html).toContain('alt="Photo of Aarav Sen"');
  });

  it('has a trophy when there is no photo', () => {
    const html = print(<TopperCard item={{ ...topper, photo: null }} />);
    expect(html).toContain('class="pic none cup"');
    expect(html).not.toContain('<img');
  });

  it('is marked when the search found it', () => {
    expect(print(<TopperCard item={topper} mark />)).toContain('found');
    expect(print(<TopperCard item={topper} />)).not.toContain('found');
  });
});

describe('a placeholder card', () => {
  it('carries no link and says what is to come', () => {
    for (const kind of ['news', 'event', 'album'] as const) {
      const html = print(<PlaceholderCard kind={kind} />);
      expect(html).not.toMatch(/<a\b/);
      expect(words(html)).toContain('Stay tuned for latest updates');
    }
  });

  it('of a topper shows the score 100%', () => {
    expect(words(print(<PlaceholderCard kind="topper" />))).toContain('100%');
  });
});
