import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { groupOf } from '../../../../src/lib/paths.ts';
import { mediaRig, PDF } from '../../../support/mediaRig.ts';

const rig = mediaRig();

describe('files', () => {
  test('are published under a readable name', async () => {
    rig().stored.set('uploads/Date Sheet 2025.pdf', PDF);
    const media = await rig().obtained('uploads/Date Sheet 2025.pdf');
    expect(media).toEqual({
      ...{ kind: 'file', name: 'Date-Sheet-2025.pdf', size: PDF.length },
      href: expect.stringMatching(/^\/files\/[0-9a-f]{12}\/Date-Sheet-2025\.pdf$/),
    });
    const group = groupOf((media as { href: string }).href) ?? '';
    const [file] = await rig().filesOf(group);
    expect(await readFile(file?.source ?? '')).toEqual(PDF);
    expect(file?.path).toBe((media as { href: string }).href.slice(1));
  });

  test('with something active in them are not published', async () => {
    rig().stored.set('notice.html', Buffer.from('<script>alert(1)</script>')).set('x.js', Buffer.from('alert(1)'));
    expect([await rig().obtained('notice.html'), await rig().obtained('x.js')]).toEqual([undefined, undefined]);
  });

  test('larger than the cap are not fetched to their end', async () => {
    const small = rig().open({ maxBytes: 10 });
    rig().stored.set('a.pdf', PDF);
    expect(await rig().obtained('a.pdf', small)).toBeUndefined();
    await small.close();
  });
});

test('addresses of media belong to groups, others do not', () => {
  expect(groupOf('/media/0123456789ab/640.webp')).toBe('/media/0123456789ab/');
  expect(groupOf('/files/0123456789ab/a.pdf')).toBe('/files/0123456789ab/');
  for (const address of ['/', '/News', '/media/', '/media/xyz/1.webp', '/_astro/a.css', 'https://a.example/media/0123456789ab/1'])
    expect(groupOf(address)).toBeNull();
});
