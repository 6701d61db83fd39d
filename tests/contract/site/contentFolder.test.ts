import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startContentService } from '../../../scripts/content-service/service.ts';
import { openSite } from '../../../src/site/open.ts';
import { build, openRig, type Rig, ROOT, SAMPLE_CONTENT } from '../../support/rig.ts';
import { TEMPORARY } from '../../support/temporary.ts';
import { TODAY } from '../../support/today.ts';
import { digests } from '../../support/trees.ts';

/** The sample's news, built. Each test has a copy of both. */
let built: Rig;
let content: string;
let rig: Rig;

async function openNews(copyOf?: string): Promise<void> {
  content = await mkdtemp(join(TEMPORARY, 'content-folder-'));
  await cp(join(SAMPLE_CONTENT, 'news'), join(content, 'news'), { recursive: true, preserveTimestamps: true });
  rig = await openRig({ content, copyOf });
}

beforeAll(async () => {
  await openNews();
  built = rig;
  await build(built);
});
beforeEach(() => openNews(built.folder));

afterEach(async () => {
  await rig.close();
  await rm(content, { recursive: true, force: true });
});
afterAll(() => built.close());

/** The status after a rebuild of these collections, once it names (or does not name) a file. */
async function statusOf(file: string, isNamed: boolean) {
  const names = async () => {
    const rebuilt = await rig.site.rebuild();
    expect(rebuilt).toMatchObject({ ok: true });
    return rig.site.status().fileWarnings.some(({ item }) => item.startsWith(file));
  };
  await expect.poll(names).toBe(isNamed);
  return rig.site.status();
}

test('a file that cannot be read is a warning until it is mended, and changes no page', async () => {
  const published = digests(rig.dist);
  await writeFile(join(content, 'news/fees.yaml'), 'title: Fees: due on Monday\n');
  const { warnings, fileWarnings } = await statusOf('news/fees.yaml', true);
  const why = expect.stringMatching(/^it cannot be read: .* Put the text in quotes\. It is left out until it can be read\.$/);
  expect(fileWarnings).toEqual([{ collection: 'news', item: 'news/fees.yaml', why }]);
  expect(warnings).toContainEqual(fileWarnings[0]);
  expect(digests(rig.dist)).toEqual(published);

  const again = await rig.site.rebuild({ collections: [] });
  expect(again.ok && again.value.report.warnings).toContainEqual(fileWarnings[0]);

  await writeFile(join(content, 'news/fees.yaml'), 'title: "Fees: due on Monday"\n');
  const mended = await statusOf('news/fees.yaml', false);
  expect(mended.warnings.filter(({ item }) => item.endsWith('.yaml'))).toEqual([]);
});

test('a service that starts on a file that cannot be read keeps what is published of it, and says so', async () => {
  const published = digests(rig.dist);
  await writeFile(join(content, 'news/2025.yaml'), 'title: Fees: due on Monday\n');
  const { contentServiceToken: token, dataDir, schoolCode } = rig.settings;
  const service = await startContentService({ folder: content, dataDir, port: 0, token, schoolCode });
  const site = openSite({
    root: ROOT,
    settings: rig.settings,
    contentServiceUrl: service.url,
    distDir: rig.dist,
    now: () => TODAY,
  });
  try {
    expect(await site.rebuild()).toMatchObject({ ok: true, value: { state: 'unchanged', report: { stale: ['news'] } } });
    const { staleCollections } = site.status();
    expect(staleCollections[0]?.why).toMatch(
      /HTTP 409: All of news waits until a file is mended: news\/2025\.yaml: it cannot be read: /,
    );
    expect(digests(rig.dist)).toEqual(published);
    await cp(join(SAMPLE_CONTENT, 'news/2025.yaml'), join(content, 'news/2025.yaml'));
    const stale = async () => {
      await site.rebuild();
      return site.status().stale;
    };
    await expect.poll(stale).toEqual([]);
  } finally {
    await site.close();
    await service.close();
  }
});

test('a renamed folder is given as the reason why its list came back empty, before what was made of it', async () => {
  await rename(join(content, 'news'), join(content, 'nws'));
  // The service may see one folder come before it sees the other go.
  const stale = async () => (await statusOf('nws/', true)).staleCollections;
  await expect.poll(stale).toMatchObject([
    {
      collection: 'news',
      held: true,
      why: expect.stringMatching(/^nws\/: this folder is unknown.*Is "news" meant\? The content service/),
    },
  ]);
  expect((await statusOf('nws/', true)).fileWarnings).toHaveLength(1);
  await rename(join(content, 'nws'), join(content, 'news'));
  await expect.poll(async () => (await statusOf('nws/', false)).staleCollections).toEqual([]);
});

test('a picture that is missing in the folder is named, with the one that was probably meant', async () => {
  await cp(join(SAMPLE_CONTENT, 'media/football-01.jpg'), join(content, 'media/football-01.jpg'), { recursive: true });
  await writeFile(join(content, 'news/match.yaml'), 'title: A match\nimage: fotball-01.jpg\n');
  const missing = async () => {
    await rig.site.rebuild();
    return rig.site.status().warnings.find(({ item }) => item === 'match')?.why;
  };
  await expect.poll(missing).toMatch(/^There is no file fotball-01\.jpg in media\/\. Is football-01\.jpg meant\? \(HTTP 404 of /);
});

test('a picture of another folder of content is fetched anew, though it has the same name', async () => {
  const picture = join(content, 'media/cricket-01.jpg');
  const put = (name: string) => cp(join(SAMPLE_CONTENT, 'media', name), picture, { recursive: true });
  const { dist: distDir, service } = rig;
  const missing = digests(distDir);
  await put('cricket-01.jpg');
  const publish = async () => {
    await rig.site.rebuild();
    return digests(distDir);
  };
  await expect.poll(publish).not.toEqual(missing);
  await put('football-01.jpg');
  const served = async () => Buffer.from(await (await fetch(`${service.url}/api/image/cricket-01.jpg`)).arrayBuffer());
  await expect.poll(async () => (await served()).equals(await readFile(picture))).toBe(true);
  // A reference names the same bytes for ever, but of another folder.
  expect(await rig.site.rebuild()).toMatchObject({ ok: true, value: { state: 'unchanged' } });
  const settings = { ...rig.settings, contentFolder: 'another' };
  const site = openSite({ root: ROOT, settings, contentServiceUrl: service.url, distDir, now: () => TODAY });
  try {
    expect(await site.rebuild()).toMatchObject({ ok: true, value: { state: 'published' } });
  } finally {
    await site.close();
  }
});
