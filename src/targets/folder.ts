/**
 * A folder that one's own web server sends: the release, with compressed copies beside the files (`News.html.br`,
 * `News.html.gz`) as Caddy's and nginx's static modules want them. The copies are the ones that the worker sends.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { fail, type Result, succeed } from '../lib/result.ts';
import { inOrder } from './order.ts';
import { type DeployFile, type DeployReason, type Target, untilFailure } from './target.ts';
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

/** A folder as a target. */
export function folderTarget(folder: string): Target {
  mkdirSync(folder, { recursive: true });
  const tree = new Tree(folder, '.incoming');
  return {
    name: `folder ${hostname()} ${folder} ${tree.inode()}`,
    list() {
      const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
      const paths = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
      return paths.filter((path) => !/\.(?:br|gz)$/.test(path));
    },
    upload: (plan, signal) =>
      inOrder(plan, {
        isNew: (path) => !tree.stat(path),
        put: (files) =>
          untilFailure(files, CONCURRENCY, async (file) => {
            if (!signal.aborted) return install(tree, file);
            return fail('stopped', 'The copy was stopped half way; the next one completes it.');
          }),
        async remove(paths) {
          for (const path of paths) for (const suffix of ['', ...Object.values(SUFFIXES)]) tree.remove(path + suffix);
          return succeed(null);
        },
      }),
  };
}
