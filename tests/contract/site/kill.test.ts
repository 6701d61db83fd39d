import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite } from '../../../src/site/open.ts';
import { type FakeContentService, startFakeContentService } from '../../support/fakeContentService.ts';
import { smallPicture } from '../../support/pictures.ts';
import { copyProject } from '../../support/project.ts';
import { fetchedAtOnce, pagesOf } from '../../support/published.ts';
import { ROOT, settingsFor } from '../../support/rig.ts';
import { differences, digests, filesOf } from '../../support/trees.ts';

/** Moments of death as shares of a whole run; nothing happens in the first part of one, while Node starts. */
const MOMENTS = [0.55, 0.75, 0.85, 0.95];

const { folder: project, dist, env, remove } = copyProject();
let school: FakeContentService;

beforeAll(async () => {
  school = await startFakeContentService({}, new Map());
});

afterAll(async () => {
  await school.close();
  remove();
});

/** Content of which every page differs from that of another number. */
async function change(number: number): Promise<void> {
  school.media.set(`picture-${number}.jpg`, await smallPicture(number));
  const list = (name: string) =>
    Array.from({ length: 12 }, (_, at) => {
      const title = `${name} ${number} ${at}`;
      const day = `2026-${String(1 + (at % 12)).padStart(2, '0')}-15`;
      const pictures = { category: 'PhotoGallery', attachments: [`picture-${number}.jpg`] };
      const pupil = { name: title, sessionYear: '2025-2026', class: at % 2 ? 'X' : 'XII', division: `${90 + (number % 10)}%` };
      return { _id: `${name}${at + (number % 3)}`, title, fromDate: day, date: day, ...pictures, ...pupil };
    });
  school.lists = {
    news: [{ _id: 'new', title: `News ${number}`, fromDate: '2026-11-20', image: `picture-${number}.jpg` }, ...list('news')],
    events: list('events'),
    gallery: list('gallery'),
    topper: list('topper'),
    academicCalender: list('academicCalender'),
    highlight: [{ _id: 'h', title: `Highlight ${number}` }],
  };
}

/** Runs the command; killed after so many milliseconds, if told. */
function rebuild(killAfter?: number): Promise<{ killed: boolean; milliseconds: number; errors: string }> {
  const started = performance.now();
  const child = spawn(process.execPath, [join(project, 'scripts/rebuild.ts'), '--json'], {
    cwd: project,
    env: { ...env, CONTENT_SERVICE_URL: school.url },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  let errors = '';
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString();
  });
  return new Promise((resolve) => {
    child.on('close', (_, signal) => {
      clearTimeout(timer);
      resolve({ killed: signal === 'SIGKILL', milliseconds: performance.now() - started, errors });
    });
  });
}

/** What pages in `dist/` ask for that is not there. */
function missing(): string[] {
  const files = new Set(filesOf(dist));
  return pagesOf(dist).flatMap((page) => {
    const data = page.html.match(/\/data\/[a-z-]+\/[^"&]+\.json/g) ?? [];
    const wanted = [...fetchedAtOnce(page).filter((address) => address.startsWith('/')), ...data];
    return wanted
      .filter((address) => !files.has(decodeURIComponent(address.slice(1))))
      .map((address) => `${page.path} ${address}`);
  });
}

async function cleanBuild(): Promise<Map<string, string>> {
  const folder = join(project, 'fresh');
  const settings = { ...settingsFor(folder), contentServiceUrl: school.url };
  const site = openSite({ root: ROOT, settings, contentServiceUrl: school.url, distDir: join(folder, 'dist') });
  const built = await site.rebuild({ clean: true });
  if (!built.ok) throw new Error(built.message);
  await site.close();
  return digests(join(folder, 'dist'));
}

test('a rebuild killed at any moment leaves whole pages, and the next one converges', async () => {
  await change(0);
  expect((await rebuild()).errors).toBe('');
  await change(1);
  let { milliseconds } = await rebuild();
  let changes = 1;
  let killed = 0;
  for (const moment of MOMENTS) {
    for (let isKilled = false, attempts = 0; !isKilled && attempts < 3; attempts += 1) {
      changes += 1;
      await change(changes);
      const run = await rebuild(milliseconds * moment);
      isKilled = run.killed;
      if (isKilled) killed += 1;
      // The machine has become faster meanwhile: the next moments are shares of this run.
      else milliseconds = run.milliseconds;
      expect(missing(), `after ${moment} of a run`).toEqual([]);
    }
  }
  expect(killed).toBeGreaterThan(1);
  expect((await rebuild()).errors).toBe('');
  expect(differences(digests(dist), await cleanBuild())).toEqual([]);
});
