import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type S3, startS3 } from '../../scripts/bench/objectStorage.ts';
import { digestOf } from '../../src/lib/digest.ts';
import { type DeployOptions, deploy } from '../../src/targets/deploy.ts';
import { keyOf, s3Target } from '../../src/targets/s3.ts';
import { temporaryFolder } from '../support/trees.ts';
import { runs } from './runs.ts';

type Tree = Readonly<Record<string, string>>;

let s3: S3;
const cache = temporaryFolder();
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(async () => {
  await s3.close();
  cache.remove();
});

const PAGES = ['index.html', 'News.html', 'Events.html'];
const ASSETS = ['/assets/a.js', '/media/b/1.webp', '/data/c.json'];

/** A release: some pages, each with the assets it names, and exactly those assets. */
const tree = fc
  .dictionary(fc.constantFrom(...PAGES), fc.tuple(fc.subarray(ASSETS), fc.constantFrom('old', 'new')), { minKeys: 1 })
  .map((pages): Tree => {
    const named = new Set(Object.values(pages).flatMap(([assets]) => assets));
    const html = Object.entries(pages).map(([path, [assets, words]]) => [path, `${words} ${assets.join(' ')}`]);
    return Object.fromEntries([...html, ...[...named].map((address) => [address.slice(1), `bytes of ${address}`])]);
  });

function options(files: Tree, prefix: string) {
  const bucket = { ...s3.settings, prefix };
  const settings = { target: 's3', minInterval: 1, bucket, purge: null } as const;
  const list = Object.entries(files).map(([path, text]) => ({ path, digest: digestOf(text), size: text.length, file: path }));
  const engine: DeployOptions['engine'] = {
    live: () => ({ release: 'release', files: () => list }),
    read: async ({ path }) => new TextEncoder().encode(files[path]),
  };
  return {
    engine,
    cacheDir: cache.path,
    target: s3Target(settings, { siteUrl: 'https://school.example', backOff: 1 }),
    backOff: 1,
  };
}

/** The pages in the bucket, by path. */
async function publishedPages(prefix: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of PAGES) {
    const text = await objectAt(prefix, path);
    if (text !== null) found.set(path, text);
  }
  return found;
}

async function objectAt(prefix: string, path: string): Promise<string | null> {
  const response = await fetch(`${s3.settings.endpoint}/${s3.settings.bucket}/${prefix}/${keyOf(path)}`);
  const text = await response.text();
  return response.ok ? text : null;
}

async function expectAssets(prefix: string): Promise<void> {
  for (const [path, text] of await publishedPages(prefix)) {
    for (const address of text.trim().split(' ').slice(1))
      expect([path, address, await objectAt(prefix, address.slice(1))]).not.toContain(null);
  }
}

/** Going back after a cut upload: the page that it had changed must be written again. */
const OLD: Tree = { 'index.html': 'old ' };
const NEW: Tree = { 'index.html': 'new /assets/a.js', 'assets/a.js': 'bytes of /assets/a.js' };

let prefixes = 0;

test('an upload cut off at any request leaves pages with their assets, and the next upload completes it', async () => {
  await fc.assert(
    fc.asyncProperty(tree, tree, tree, async (first, second, third) => {
      for (let cut = 1; ; cut += 1) {
        prefixes += 1;
        const prefix = `p${prefixes}`;
        expect(await deploy(options(first, prefix))).toMatchObject({ ok: true });
        let writes = 0;
        s3.answer = ({ method }) => (method !== 'GET' && ++writes >= cut ? 'reset' : 'pass');
        const interrupted = await deploy(options(second, prefix));
        s3.answer = () => 'pass';
        await expectAssets(prefix);
        expect(await deploy(options(third, prefix))).toMatchObject({ ok: true });
        await expectAssets(prefix);
        const pages = Object.entries(third).filter(([path]) => path.endsWith('.html'));
        expect(await publishedPages(prefix)).toEqual(new Map(PAGES.flatMap((path) => pages.filter(([name]) => name === path))));
        if (interrupted.ok) return;
      }
    }),
    {
      ...runs(3),
      examples: [
        [OLD, NEW, OLD],
        [OLD, { ...OLD, 'News.html': 'old ' }, OLD],
      ],
    },
  );
});
