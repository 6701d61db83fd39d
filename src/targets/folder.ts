/**
 * A folder that one's own web server sends: the release, with compressed copies beside the files (`News.html.br`,
 * `News.html.gz`) as Caddy's and nginx's static modules want them. The copies are the ones that the worker sends.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createYieldToEventLoop } from '../lib/eventLoop.ts';
import { waitForLock } from '../lib/fileLock.ts';
import { readIfPresent, writeAtomic } from '../lib/files.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { inOrder } from './order.ts';
import {
  type Deployed,
  type DeployFile,
  type DeployReason,
  digestsOf,
  listed,
  parseDeployed,
  type Target,
  untilFailure,
  withoutDigests,
} from './target.ts';
import { Tree } from './tree.ts';

const SUFFIXES = { br: '.br', gzip: '.gz' } as const;
const ENCODINGS = ['br', 'gzip'] as const;
/** Files at a time: the smallest copies take much of a processor. */
const CONCURRENCY = 2;

/** Puts a file in place with its copies. An old copy beside a new file would be sent in its stead: it goes first. */
async function install(tree: Tree, file: DeployFile): Promise<Result<null, DeployReason>> {
  const bytes = await file.read();
  if (!bytes.ok) return bytes;
  const copies = await Promise.all(ENCODINGS.map((encoding) => file.encoded?.(encoding) ?? null));
  for (const suffix of Object.values(SUFFIXES)) tree.remove(file.path + suffix);
  tree.put(file.path, (staged) => writeFileSync(staged, bytes.value));
  for (const [at, encoding] of ENCODINGS.entries()) {
    const copy = copies[at];
    if (copy) tree.put(file.path + SUFFIXES[encoding], (staged) => writeFileSync(staged, copy));
  }
  return succeed(null);
}

/** In the folder itself: other machines that fill it know what it holds. */
const RECORD = '.deployed.json';
/** Whose lock the deploy under way has. */
const LOCK = '.deploying';

/** Files of a tree that no record tells of. */
function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return paths.filter((path) => path !== RECORD && path !== LOCK && !/\.(?:br|gz)$/.test(path));
}

/** Milliseconds that one deploy waits for another. */
const PATIENCE = 30_000;

/** A folder as a target. `patience`: how long a deploy waits for another one, ms. */
export function folderTarget(folder: string, patience = PATIENCE): Target {
  mkdirSync(folder, { recursive: true });
  const tree = new Tree(folder, '.incoming');
  const name = `folder ${folder}`;

  /** What the record says, but for what somebody else has removed or edited since. */
  async function recorded(record: Deployed): Promise<Deployed> {
    const yieldToEventLoop = createYieldToEventLoop();
    const files: Record<string, string> = {};
    for (const [path, digest] of Object.entries(record.files)) {
      const stats = tree.stat(path);
      files[path] = stats && stats.mtimeMs < record.at + 1 ? digest : '';
      await yieldToEventLoop();
    }
    return { ...record, files };
  }

  function write(record: Omit<Deployed, 'format' | 'target' | 'at'>): Promise<void> {
    return writeAtomic(join(folder, RECORD), JSON.stringify({ format: 1, target: name, at: Date.now(), ...record }));
  }

  return {
    name,
    async hold(signal) {
      const release = await waitForLock(join(folder, LOCK), { patience, signal });
      if (release) return succeed(release);
      const reason = signal.aborted ? 'stopped' : 'refused';
      return fail(reason, `Another deploy to ${folder} is under way. Try again when it has ended.`);
    },
    async deployed() {
      // Reading a named pipe would wait for ever.
      const text = tree.stat(RECORD)?.isFile() ? readIfPresent(join(folder, RECORD)) : null;
      const record = parseDeployed(text?.toString() ?? '');
      return succeed(record ? await recorded(record) : listed(name, filesIn(folder)));
    },
    async upload(plan, signal) {
      const { release, files, changed, removed, previous } = plan;
      // Cut off, it has touched these: the next one, of whatever release, writes or removes them again.
      const touched = withoutDigests([...changed.map(({ path }) => path), ...removed]);
      await write({ ...previous, release, files: { ...previous?.files, ...touched } });
      const copied = await inOrder(plan, {
        isNew: (path) => !tree.stat(path),
        put: (due) =>
          untilFailure(due, CONCURRENCY, async (file) => {
            if (!signal.aborted) return install(tree, file);
            return fail('stopped', 'The copy was stopped half way; the next one completes it.');
          }),
        async remove(paths) {
          for (const path of paths) for (const suffix of ['', ...Object.values(SUFFIXES)]) tree.remove(path + suffix);
          return succeed(null);
        },
      });
      if (copied.ok) await write({ release, files: digestsOf(files.values()) });
      return copied;
    },
  };
}
