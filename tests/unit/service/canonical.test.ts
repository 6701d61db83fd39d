import { expect, test } from 'vitest';
import type { CollectionName } from '../../../src/collections/index.ts';
import { entity, picture } from '../../support/readItems.ts';

const day = (text: string) => ({ day: text, at: Date.parse(`${text}T00:00:00+05:30`) });

test.each<[CollectionName, object, object]>([
  [
    'news',
    { _id: 'n1', title: 'T', description: 'D', fromDate: '2025-03-05', image: 'i', attachments: ['a', 'b'], extra: 1 },
    {
      id: 'n1',
      title: 'T',
      description: 'D',
      date: day('2025-03-05'),
      images: [picture('i')],
      attachments: [picture('a'), picture('b')],
    },
  ],
  [
    'events',
    {
      _id: 'e1',
      title: 'T',
      description: 'D',
      venue: 'V',
      date: '2025-03-05',
      time: '10:30 AM',
      images: ['i', 'j'],
      attachments: [],
    },
    {
      ...{ id: 'e1', title: 'T', description: 'D', venue: 'V', date: day('2025-03-05'), time: '10:30 AM' },
      images: [picture('i'), picture('j')],
      attachments: [],
    },
  ],
  [
    'gallery',
    { _id: 'g1', title: 'T', category: 'PhotoGallery', date: '2025-03-05', attachments: ['a', 'b'], description: 'D' },
    { id: 'g1', title: 'T', description: 'D', date: day('2025-03-05'), photos: [picture('a'), picture('b')] },
  ],
  [
    'video',
    { _id: 'v1', title: 'T', date: '2025-03-05', videoUrl: 'https://video.example.org/1' },
    { id: 'v1', title: 'T', date: day('2025-03-05'), url: 'https://video.example.org/1' },
  ],
  [
    'topper',
    { _id: 't1', name: 'N', stream: 'Science', division: 98.4, sessionYear: '2023-24', class: 'XII', attachments: ['p', 'q'] },
    { id: 't1', name: 'N', stream: 'Science', division: '98.4%', session: '2023-2024', class: 'XII', photo: picture('p') },
  ],
  [
    'principalMessage',
    { _id: 'p1', category: 'Principal', name: 'N', message: '<p>M</p>', attachments: ['p'] },
    { id: 'p1', name: 'N', category: 'Principal', message: 'clean(<p>M</p>)', photo: picture('p') },
  ],
  [
    'highlight',
    { _id: 'h1', title: 'T', attachments: ['a', 'b'] },
    { id: 'h1', title: 'T', closure: false, attachment: picture('a') },
  ],
  [
    'highlight',
    { _id: 'h2', title: ' ! No school today' },
    { id: 'h2', title: 'No school today', closure: true, attachment: null },
  ],
  [
    'notification',
    { _id: 'o1', title: 'T', image: ['i', 'j'], desc: 'D', attachments: ['a', 'b'] },
    { id: 'o1', title: 'T', description: 'D', image: picture('i'), attachment: picture('a') },
  ],
  [
    'academicCalender',
    { _id: 'c1', date: '2025-03-05', title: 'T', attachments: ['a'] },
    { id: 'c1', title: 'T', date: day('2025-03-05'), attachments: [picture('a')] },
  ],
  [
    'onlineRegistration',
    { _id: 'r1', title: 'T', url: 'https://forms.example.org/1', attachments: ['a'] },
    { id: 'r1', title: 'T', url: 'https://forms.example.org/1', attachments: [picture('a')] },
  ],
])('a good item of %s becomes a canonical entity, in a fixed key order', (name, item, expected) => {
  const shuffled = Object.fromEntries(Object.entries(item).reverse());
  expect(JSON.stringify(entity(name, item))).toBe(JSON.stringify(expected));
  expect(JSON.stringify(entity(name, shuffled))).toBe(JSON.stringify(expected));
});
