import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newestOf } from '../../src/site/sharedState.ts';
import { deploy } from '../../src/targets/deploy.ts';
import { openTarget } from '../../src/targets/index.ts';
import { sharingMachines } from '../support/sharingMachines.ts';
import { readTree, sorted } from '../support/trees.ts';

const { cleanTree, machine, objects, rename, s3, settings } = sharingMachines();

/** Deploys as `npm run deploy` does after its turn. */
async function deployed({ site, name }: ReturnType<typeof machine>) {
  const own = settings(name);
  const bucket = { ...s3().settings, prefix: `${own.state?.prefix}-public` };
  const cacheDir = own.cacheDir;
  const target = openTarget(
    { target: 's3', minInterval: 1, bucket, purge: null },
    { cacheDir, distDir: '', siteUrl: own.siteUrl, onLine: () => {} },
  );
  const withdrawn = async () => site.withdrawn().flatMap(({ published }) => published ?? []);
  const newest = newestOf(own) ?? undefined;
  const done = await deploy({ engine: site.engine, cacheDir, target, withdrawn, backOff: 1, ...(newest && { newest }) });
  if (!done.ok) throw new Error(done.message);
  return done.value;
}

/** What visitors of the bucket get at an address. */
async function shown(key: string): Promise<string> {
  const { endpoint, bucket } = s3().settings;
  const response = await fetch(`${endpoint}/${bucket}/${settings('any').state?.prefix}-public/${key}`);
  return response.ok ? response.text() : String(response.status);
}

/** Holds the first request of a machine that matches, as if it was stopped there, until `act` has ended. */
function stopAt(isHere: (method: string, path: string) => boolean, act: () => Promise<void>) {
  let acted: Promise<void> | null = null;
  s3().before = async ({ method = '', url = '' }) => {
    if (acted || !isHere(method, url)) return;
    acted = act();
    await acted;
  };
  return () => acted !== null;
}

test('of two machines at once the one that was stopped after reading publishes nothing older, nor does the bucket show it', async () => {
  const [first, second] = [machine('first'), machine('second')];
  await first.rebuild();
  await second.rebuild();
  await deployed(first);
  rename('n5', 'What the first one read');
  const wasStopped = stopAt(
    (method, path) => method === 'PUT' && path.includes('/changes/'),
    async () => {
      // Its release is made but nobody knows of it yet: it is not deployed.
      expect((await deployed(first)).files.size).toBe(0);
      rename('n5', 'What is newer');
      await second.rebuild();
      await deployed(second);
    },
  );
  await first.rebuild();
  expect(wasStopped()).toBe(true);
  await deployed(first);
  expect(await shown('News/item/n5')).toContain('What is newer');
  const clean = await cleanTree();
  for (const { dist, rebuild } of [first, second]) {
    await rebuild();
    expect(sorted(readTree(dist))).toEqual(clean);
  }
});

test('a picture that another machine purges meanwhile does not come back, even with that machine gone', async () => {
  const [first, second] = [machine('first'), machine('second')];
  await first.rebuild();
  await deployed(first);
  await second.rebuild();
  const [picture = ''] = [...readTree(first.dist).keys()].filter((path) => path.startsWith('media/'));
  expect(await shown(picture)).not.toBe('404');
  rename('n5', 'What the first one read');
  const wasStopped = stopAt(
    (method, path) => method === 'PUT' && path.includes('/changes/'),
    async () => {
      expect(await second.site.purge('sports.jpg')).toMatchObject({ ok: true });
      await deployed(second);
      expect(await shown(picture)).toBe('404');
    },
  );
  await first.rebuild();
  expect(wasStopped()).toBe(true);
  await deployed(first);
  expect(await shown(picture)).toBe('404');
  expect(readTree(first.dist).has(picture)).toBe(false);
  expect(await shown('News/item/n5')).toContain('What the first one read');
});

test('what went wrong is told once by all machines together', async () => {
  const alerts: string[] = [];
  const server = createServer(async (request, response) => {
    alerts.push((await request.toArray()).join(''));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const alertUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [first, second] = ['first', 'second'].map((name) => machine(name, { alertUrl }));
  if (!first || !second) throw new Error('two machines');
  await first.rebuild();
  await first.site.alerts.observe({ missing: ['lost.jpg'] });
  await first.site.handOver();
  await second.rebuild();
  await second.site.alerts.observe({ missing: ['lost.jpg'] });
  expect(alerts).toHaveLength(1);
  await new Promise((resolve) => server.close(resolve));
});

test('a picture that the bucket publishes is not stored there a second time, and is had from there', async () => {
  const own = settings('first');
  const bucket = { ...s3().settings, prefix: `${own.state?.prefix}-public` };
  const changes = { deploy: { target: 's3', minInterval: 1, bucket, purge: null } } as const;
  const first = machine('first', changes);
  await first.rebuild();
  await deployed(first);
  const tree = readTree(first.dist);
  const [picture = ''] = [...tree.keys()].filter((path) => path.startsWith('media/'));
  const bytes = readFileSync(join(first.dist, picture), 'latin1');
  const stored = () => objects().filter(({ file, text }) => !file.includes('-public/') && text.includes(bytes));
  expect(stored()).toHaveLength(1);
  await first.rebuild({ clean: true });
  expect(stored()).toEqual([]);
  const second = machine('second', changes);
  expect((await second.rebuild()).report.rendered).toEqual([]);
  expect(readTree(second.dist)).toEqual(tree);
});
