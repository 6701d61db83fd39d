import { expect, test } from 'vitest';
import type { Settings } from '../../../src/lib/settings.ts';
import { startFakeContentService } from '../../support/fakeContentService.ts';
import { pagesOf, partOf, textOf } from '../../support/published.ts';
import { build, OTHER_SETTINGS, openRig } from '../../support/rig.ts';

const CLOSED = 'No school on Monday, the roads are flooded';
const SHORT = ['School ends at noon', 'The bus of route 4 is late', 'The canteen is closed'];
const LONG = `Classes I to IV stay at home on Tuesday too. ${'Please ring the office when in doubt. '.repeat(6)}`.trim();

/** Builds a school with closures, and gives its pages and what stands at their top. */
async function publish(settings: Partial<Settings>) {
  const highlight = [
    { _id: 'a', title: 'Book fair in the hall' },
    { _id: 'b', title: `! ${CLOSED}` },
    { _id: 'c', title: `!${LONG}` },
    ...SHORT.map((title, at) => ({ _id: `d${at}`, title: `! ${title}` })),
  ];
  const rig = await openRig({ service: await startFakeContentService({ highlight }), settings });
  try {
    await build(rig);
    return pagesOf(rig.dist).map(({ path, html }) => ({
      path,
      top: textOf(partOf(html, 'div', { class: 'closures' })),
      header: textOf(partOf(html, 'header')),
    }));
  } finally {
    await rig.close();
  }
}

test('each highlight that begins with the mark stands in full at the top of every page, and not in the marquee', async () => {
  const pages = await publish({});
  expect(pages.length).toBeGreaterThan(30);
  for (const { path, top, header } of pages) {
    expect(top, path).toBe([CLOSED, LONG, ...SHORT].map((title) => `Important: ${title}`).join(' '));
    expect(header, path).toContain('Book fair in the hall');
    expect(header, path).not.toContain(CLOSED);
  }
});

// It may compile the site.
test('the mark is a setting', async () => {
  for (const { path, top, header } of await publish(OTHER_SETTINGS)) {
    expect(top, path).toBe('');
    expect(header, path).toContain(`! ${CLOSED}`);
  }
});
