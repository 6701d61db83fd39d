import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PhotoGrid } from '../../../../src/islands/lightbox/PhotoGrid.tsx';
import type { Media } from '../../../../src/types/media.ts';

const paper = (name: string): Media => ({ kind: 'file', href: `/files/aabbccddeeff/${name}`, name, size: 2743 });
const photo: Media = { kind: 'image', id: 'aabbccddeeff', w: 800, h: 600 };

function labelsOf(photos: readonly Media[]): string[] {
  const html = renderToStaticMarkup(<PhotoGrid title="Fair" photos={photos} count={photos.length} page={1} pages={1} />);
  return [...html.matchAll(/<a class="file"[^>]*>(.*?)<\/a><small>(.*?)<\/small>/g)].map(([, label = '', name]) => {
    const words = label.replace(/<[^>]*>/g, '');
    return `${words}: ${name}`;
  });
}

test('a paper among the photos of an album is linked as any file is, with its kind and size, numbered where there are several', () => {
  expect(labelsOf([photo, paper('plan.pdf')])).toEqual(['Attachment (PDF, 3 kB): plan.pdf']);
  expect(labelsOf([paper('plan.pdf'), photo, paper('list.csv')])).toEqual([
    'Attachment 1 (PDF, 3 kB): plan.pdf',
    'Attachment 2 (CSV, 3 kB): list.csv',
  ]);
});
