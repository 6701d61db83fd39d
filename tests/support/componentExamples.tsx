import type { ReactElement } from 'react';
import { PlaceholderCard } from '../../src/cards/PlaceholderCard.tsx';
import { EventCard } from '../../src/collections/events.list.tsx';
import type { AlbumItem } from '../../src/collections/gallery.list.tsx';
import { AlbumCard } from '../../src/collections/gallery.list.tsx';
import { NewsCard } from '../../src/collections/news.list.tsx';
import { TopperCard } from '../../src/collections/topper.list.tsx';
import { VideoCard } from '../../src/collections/video.list.tsx';
import { FORMS } from '../../src/forms/rules.ts';
import { MonthGrid } from '../../src/islands/calendar/Calendar.tsx';
import { EntryList } from '../../src/islands/calendar/EntryList.tsx';
import { Empty } from '../../src/islands/filters/CardList.tsx';
import { Field, SchoolForm } from '../../src/islands/forms/SchoolForm.tsx';
import { PhotoGrid } from '../../src/islands/lightbox/PhotoGrid.tsx';
import type { SchoolEvent } from '../../src/service/schemas/event.ts';
import type { NewsItem } from '../../src/service/schemas/news.ts';
import type { Topper } from '../../src/service/schemas/topper.ts';
import type { Video } from '../../src/service/schemas/video.ts';
import type { Picture, PublishedFile } from '../../src/types/media.ts';

/** Text that would be markup, a script or a broken attribute if it were not escaped. */
export const HOSTILE = '<img src=x onerror=alert(1)> & "quotes"';

export const EXAMPLE_PICTURE: Picture = { kind: 'image', id: 'aabbccddeeff', w: 1600, h: 1200 };
const file: PublishedFile = {
  kind: 'file',
  href: '/files/aabbccddeeff/circular.pdf',
  name: 'circular.pdf',
  size: 1000,
};
const missing = { kind: 'missing' } as const;
const date = { day: '2025-03-05', at: 1_741_113_000_000 };
const LONG = 'Inter-house-swimming-and-athletics-championship-2025 '.repeat(4).trim();

export const news: NewsItem = {
  id: 'n',
  title: 'Prize day',
  description: 'In the hall.',
  date,
  images: [EXAMPLE_PICTURE],
  attachments: [file],
};
const event: SchoolEvent = {
  id: 'e',
  title: 'Sports day',
  description: 'All houses.',
  venue: 'Main field',
  date,
  time: '10:30 am',
  images: [EXAMPLE_PICTURE, missing],
  attachments: [file],
};
const album: AlbumItem = { id: 'Ab 1', title: 'Picnic', date, cover: EXAMPLE_PICTURE, count: 12 };
const video: Video = { id: 'v', title: 'Annual day', date, url: 'https://video.example.org/1' };
const topper: Topper = {
  id: 't',
  name: 'Aarav Sen',
  stream: 'Science',
  division: '98.4%',
  session: '2024-2025',
  class: 'XII',
  photo: EXAMPLE_PICTURE,
};

const bareNews = { ...news, title: '', images: [missing], date: null, description: '', attachments: [missing] };
const bareEvent = { ...event, images: [], venue: '', time: '', date: null, description: '', attachments: [] };

/** Every card in every state, by name: shared by the unit, HTML validity and accessibility tests. */
export const CARD_EXAMPLES = {
  'news card': <NewsCard item={news} />,
  'news card on the first screen': <NewsCard item={news} eager />,
  'news card with several attachments': <NewsCard item={{ ...news, attachments: [file, missing, EXAMPLE_PICTURE] }} />,
  'news card without anything': <NewsCard item={bareNews} />,
  'news card with hostile text': <NewsCard item={{ ...news, title: HOSTILE, description: HOSTILE }} />,
  'news card with long words': <NewsCard item={{ ...news, title: LONG, description: LONG }} />,
  'event card': <EventCard item={event} />,
  'event card with only a title': <EventCard item={bareEvent} />,
  'event card with only a venue': <EventCard item={{ ...bareEvent, venue: 'Library' }} />,
  'event card with hostile text': <EventCard item={{ ...event, venue: HOSTILE, time: HOSTILE }} />,
  'album card': <AlbumCard item={album} />,
  'album card of one photo': <AlbumCard item={{ ...album, count: 1 }} />,
  'album card without a cover': <AlbumCard item={{ ...album, title: '', cover: null, date: null, count: 0 }} />,
  'album card in a carousel': <AlbumCard item={album} level={3} slide />,
  'video card': <VideoCard item={video} />,
  'video card without an address': <VideoCard item={{ ...video, url: null }} />,
  'topper card': <TopperCard item={topper} />,
  'topper card without a photo': <TopperCard item={{ ...topper, photo: null }} />,
  'topper card that the search found': <TopperCard item={topper} mark />,
  'placeholder for news': <PlaceholderCard kind="news" />,
  'placeholder for events': <PlaceholderCard kind="event" />,
  'placeholder for albums': <PlaceholderCard kind="album" />,
  'placeholder for toppers': <PlaceholderCard kind="topper" />,
} as const satisfies Readonly<Record<string, ReactElement>>;

export type CardExample = keyof typeof CARD_EXAMPLES;

const MONTH = '2026-11';
const entry = (id: string, day: string, title: string) => ({ id, title, date: { day, at: Date.parse(day) }, attachments: [] });
const ENTRIES = [
  entry('a', '2026-11-14', "Children's Day fete"),
  entry('b', '2026-11-20', 'Inter-house quiz'),
  entry('c', '2026-11-28', HOSTILE),
];
const month = { month: MONTH, today: '2026-11-22', marks: { 14: 1, 20: 2, 28: 1 }, labelledBy: 'month', onPick: () => {} };
const photos = { title: 'Picnic', photos: [EXAMPLE_PICTURE, EXAMPLE_PICTURE, missing], count: 3, page: 1, pages: 1 };
const fields = Object.values(FORMS).flatMap((form) => form.fields.map((field) => ({ form: form.name, field })));

type Examples = Readonly<Record<string, ReactElement>>;

/** Every React component with output, in every state, by its group on the component page. */
export const COMPONENT_EXAMPLES: Readonly<Record<string, Examples>> = {
  Cards: CARD_EXAMPLES,
  Forms: Object.fromEntries(
    Object.values(FORMS).map(({ name }) => [`form ${name}`, <SchoolForm key={name} name={name} schoolCode="CODE" service="" />]),
  ),
  'Form that waits for its script': {
    'form contact, straight to the service': <SchoolForm name="contact" schoolCode="CODE" service="https://content.example" />,
  },
  'Fields with a message': Object.fromEntries(
    fields.map(({ form, field }) => [
      `field ${field.label} of ${form}`,
      <div className="form" key={field.name}>
        <Field field={field} error={field.required ?? 'A message.'} />
      </div>,
    ]),
  ),
  Lists: {
    'empty list': <Empty />,
    'empty list of portraits': <Empty portraits />,
    'list in which nothing was found': <Empty sought="Nothing found for “swimming” in 2025." clear={() => {}} />,
  },
  Calendar: {
    'month before the script answers': (
      <div className="cal">
        <MonthGrid {...month} chosen={null} onPick={undefined} />
      </div>
    ),
    'month with a chosen day': (
      <div className="cal">
        <MonthGrid {...month} chosen="2026-11-20" />
      </div>
    ),
    'entries, some of them past': <EntryList month={MONTH} entries={ENTRIES} today="2026-11-22" />,
    'entries of a full month': <EntryList month={MONTH} entries={ENTRIES} total={24} />,
    'no entries': <EntryList month={MONTH} entries={[]} />,
  },
  Album: { 'photos, one of them missing': <PhotoGrid {...photos} /> },
};
