import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { World } from '../../../src/engine/types.ts';
import { digestOf } from '../../../src/lib/digest.ts';
import { succeed } from '../../../src/lib/result.ts';
import { rebuildWithoutSecrets } from '../../../src/render/secrets.ts';
import { TEMPORARY } from '../../support/temporary.ts';

const SECRET = { name: 'CONTENT_SERVICE_TOKEN', value: `s3cret & <"quoted'>` };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(TEMPORARY, 'site-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function supplied(path: string, text: string) {
  const source = join(folder, digestOf(path + text));
  await writeFile(source, text);
  return [{ path, source, digest: digestOf(text), size: text.length }];
}

/** A world of one page, one group of files and one asset, rebuilt by asking for each. */
function rebuild(what: { page?: string; file?: string; asset?: string; picture?: string }, secret = SECRET) {
  const world = {
    render: async () => ({ files: [{ path: 'News.html', bytes: Buffer.from(what.page ?? '') }], asked: [] }),
    supply: async () => supplied(what.picture ? 'media/a.webp' : 'files/a.pdf', what.picture ?? what.file ?? ''),
    assets: () => supplied('assets/a.js', what.asset ?? ''),
  } as unknown as World;
  return rebuildWithoutSecrets(world, [secret], async (safe) => {
    await safe.render('/News');
    await safe.supply('group');
    await safe.assets();
    return succeed('published');
  });
}

describe('a secret in what would be published', () => {
  test.each([
    ['as it is', SECRET.value],
    ['in markup', `<p>s3cret &amp; &lt;&#34;quoted&#39;&gt;</p>`],
    ['in markup of another hand', `<p title="s3cret &amp; &lt;&quot;quoted&#39;&gt;">`],
    ['in data', JSON.stringify({ token: SECRET.value })],
    ['in an address', `/x?token=${encodeURIComponent(SECRET.value)}`],
  ])('stops the release: %s', async (_how, page) => {
    expect(await rebuild({ page })).toEqual({
      ok: false,
      reason: 'secret',
      message:
        'News.html would publish the value of CONTENT_SERVICE_TOKEN. Take it out of there, or change the secret. Nothing was published.',
    });
  });

  test('stops the release in a document and in a script, too', async () => {
    expect(await rebuild({ file: `%PDF ${SECRET.value}` })).toMatchObject({
      message: expect.stringMatching(/^files\/a\.pdf would/),
    });
    expect(await rebuild({ asset: `const t = ${JSON.stringify(SECRET.value)}` })).toMatchObject({
      message: expect.stringMatching(/^assets\/a\.js would/),
    });
  });

  test('is no secret when it is short, and nothing else is held up', async () => {
    const published = { ok: true, value: 'published' };
    expect(await rebuild({ page: 'the school' }, { name: 'REBUILD_SECRET', value: 'school' })).toEqual(published);
    expect(await rebuild({ page: 'the school', file: '%PDF', asset: 'const a = 1' })).toEqual(published);
  });
});
