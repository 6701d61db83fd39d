/** The content folder while an editor or a copy works on it: what one look has listed may be gone when it is read. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Library, openLibrary } from '../../../scripts/content-service/library.ts';
import { type Random, randomFrom } from '../../../scripts/lib/random.ts';

const STEPS = 450;
const FILES = [
  'news/a.yaml',
  'news/b.json',
  'news/2026/c.yaml',
  'news/2026/11/d.yaml',
  'gallery.yaml',
  'media/a.jpg',
  'media/x/b.jpg',
];
const FOLDERS = ['news', 'news/2026', 'news/2026/11', 'media', 'media/x'];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vanishing-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One step of somebody who works in the folder. */
function disturb(folder: string, { next, pick }: Random, number: number): void {
  const path = join(folder, pick(FILES));
  const kind = next();
  if (kind < 0.35) {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, path.endsWith('.json') ? `[{"title": "${number}"}]` : `title: "${number}"\n`);
  } else if (kind < 0.7) rmSync(path, { force: true });
  else if (kind < 0.9) rmSync(join(folder, pick(FOLDERS)), { recursive: true, force: true });
  else {
    // A folder that is replaced by renaming is not there for a moment.
    const [one, other] = [join(folder, 'news'), join(folder, 'gone')];
    rmSync(other, { recursive: true, force: true });
    mkdirSync(one, { recursive: true });
    renameSync(one, other);
  }
}

const said = ({ list, media, warnings }: Library) =>
  [
    ...(['news', 'gallery'] as const).map((name) => Buffer.from(list(name).bytes).toString()),
    ...['a.jpg', 'x/b.jpg'].map((reference) => media(reference) !== null),
    Buffer.from(warnings()?.bytes ?? []).toString(),
  ] as const;

test(`${STEPS} times something comes or vanishes while the folder is read; what stays is found`, async () => {
  const folder = newFolder();
  const random = randomFrom(28);
  const library = await openLibrary(folder, () => {});
  for (let step = 0; step < STEPS; ) {
    const looking = library.refresh();
    for (let many = 1 + Math.floor(random.next() * 4); many > 0; many -= 1) {
      disturb(folder, random, step);
      step += 1;
      for (let turns = Math.floor(random.next() * 12); turns > 0; turns -= 1) await new Promise((next) => setImmediate(next));
    }
    await looking;
  }
  await library.refresh();
  expect(said(library)).toEqual(said(await openLibrary(folder, () => {})));
});
