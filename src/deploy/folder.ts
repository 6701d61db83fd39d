/**
 * A folder that one's own web server sends: the release, with compressed copies beside the files (`News.html.br`,
 * `News.html.gz`) as Caddy's and nginx's static modules want them. The copies are the ones that the worker sends.
 */
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, relative } from 'node:path';
import pLimit from 'p-limit';
import { writeAtomic } from '../lib/files.ts';
import { isDigestNamed } from '../lib/headers.ts';
import { type Result, succeed } from '../lib/result.ts';
import { parseDeployed, readFileOf } from './plan.ts';
import type { Deployed, DeployFile, DeployPlan, DeployReason, Target } from './types.ts';

const SUFFIXES = { br: '.br', gzip: '.gz' } as const;
const ENCODINGS = ['br', 'gzip'] as const;
/** Files at a time: the smallest copies take much of a processor. */
const CONCURRENCY = 2;

type Outcome = Result<null, DeployReason>;

/** Of files that nobody has recorded nothing but the name is known. */
function listFolder(folder: string, name: string): Deployed {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const files = paths.filter((path) => !/\.(?:br|gz)$/.test(path)).map((path) => [path, '']);
  return { format: 1, target: name, release: '', at: 0, files: Object.fromEntries(files), isListed: true };
}

/** Puts a file in place with its copies. An old copy beside a new file would be sent in its stead: it goes first. */
async function install(folder: string, file: DeployFile): Promise<Outcome> {
  const bytes = await readFileOf(file);
  if (!bytes.ok) return bytes;
  const copies = await Promise.all(ENCODINGS.map((encoding) => file.encoded?.(encoding) ?? null));
  const path = join(folder, file.path);
  for (const encoding of ENCODINGS) await rm(path + SUFFIXES[encoding], { force: true });
  await writeAtomic(path, bytes.value);
  for (const [at, encoding] of ENCODINGS.entries()) {
    const copy = copies[at];
    if (copy) await writeAtomic(path + SUFFIXES[encoding], copy);
  }
  return succeed(null);
}

async function installAll(folder: string, files: readonly DeployFile[], signal: AbortSignal): Promise<Outcome> {
  let failure: Outcome = succeed(null);
  await pLimit(CONCURRENCY).map(files, async (file) => {
    if (!failure.ok || signal.aborted) return;
    const done = await install(folder, file);
    if (!done.ok) failure = done;
  });
  if (signal.aborted)
    return { ok: false, reason: 'stopped', message: 'The copy was stopped half way; the next one completes it.' };
  return failure;
}

/** A folder as a target. What it holds is recorded in the cache folder. */
export function folderTarget(folder: string, cacheDir: string): Target {
  mkdirSync(folder, { recursive: true });
  const record = join(cacheDir, 'deploy', 'folder.json');
  // Tells the folder from another one put in its place.
  const name = `folder ${hostname()} ${folder} ${statSync(folder).ino}`;
  const write = (deployed: Deployed) => writeAtomic(record, JSON.stringify(deployed));

  async function upload({ release, files, changed, removed, previous }: DeployPlan, signal: AbortSignal): Promise<Outcome> {
    const begun = Object.fromEntries([...changed.map(({ path }) => path), ...removed].map((path) => [path, '']));
    // Cut off, it has touched these: the next one, of whatever release, writes or removes them again.
    await write({ format: 1, target: name, release: '', at: 0, files: { ...previous?.files, ...begun } });
    const isAsset = ({ path }: DeployFile) => isDigestNamed(`/${path}`) || !path.endsWith('.html');
    for (const part of [changed.filter(isAsset), changed.filter((file) => !isAsset(file))]) {
      const done = await installAll(folder, part, signal);
      if (!done.ok) return done;
    }
    for (const path of removed) {
      for (const suffix of ['', ...Object.values(SUFFIXES)]) await rm(join(folder, path + suffix), { force: true });
      await removeEmpty(folder, dirname(path));
    }
    const all = Object.fromEntries(Array.from(files, ([path, { digest }]) => [path, digest]));
    await write({ format: 1, target: name, release, at: Date.now(), files: all });
    return succeed(null);
  }

  return {
    name,
    extra: {},
    async deployed() {
      const known = existsSync(record) ? parseDeployed(await readFile(record, 'utf8')) : null;
      return succeed(known?.target === name ? known : listFolder(folder, name));
    },
    upload,
  };
}

async function removeEmpty(folder: string, path: string): Promise<void> {
  for (let one = path; one !== '.' && readdirSync(join(folder, one)).length === 0; one = dirname(one)) {
    await rm(join(folder, one), { recursive: true });
  }
}
