/**
 * A folder that one's own web server sends: the release, with compressed copies beside the files (`News.html.br`,
 * `News.html.gz`) as Caddy's and nginx's static modules want them. The copies are the ones that the worker sends.
 */
import { type Stats, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, succeed } from '../lib/result.ts';
import { Ledger, type Listed, recordsIn, type Target } from './ledger.ts';
import { makeFolder, Tree } from './tree.ts';

const COPIES = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export function folderTarget(folder: string): Target {
  makeFolder(folder);
  const tree = new Tree(folder, '.incoming');
  const name = `folder ${folder}`;
  /** Changes when somebody else edits the file. */
  const tagOf = (stats: Stats | null) => (stats ? `${stats.size} ${stats.mtimeMs}` : '');
  /** The files below a folder, but for compressed copies and records. A folder that may not be listed is somebody else's. */
  function filesIn(below: string): Listed[] {
    return tree.entries(below).flatMap((path) => {
      const stats = tree.stat(path);
      if (stats?.isDirectory()) return filesIn(path);
      const isListed = stats?.isFile() && !path.startsWith('.deploy') && !/\.(?:br|gz)$/.test(path);
      return isListed ? [{ path, tag: tagOf(stats) }] : [];
    });
  }

  return {
    name,
    ledger: new Ledger(name),
    lock: join(folder, '.deploying'),
    open: (signal) => ({
      records: recordsIn(folder),
      list: async () => succeed(filesIn('.')),
      // The smallest copies take much of a processor.
      concurrency: 2,
      async put(file) {
        if (signal.aborted) return fail('stopped', 'The copy was stopped half way; the next one completes it.');
        const bytes = await file.read();
        if (!bytes.ok) return bytes;
        const copies = await Promise.all(
          COPIES.map(async ([encoding, suffix]) => ({ path: file.path + suffix, copy: await file.encoded?.(encoding) })),
        );
        // An old copy beside a new file would be sent in its stead.
        for (const { path } of copies) tree.remove(path);
        tree.put(file.path, (staged) => writeFileSync(staged, bytes.value));
        for (const { path, copy } of copies) if (copy) tree.put(path, (staged) => writeFileSync(staged, copy));
        return succeed(tagOf(tree.stat(file.path)));
      },
      async remove(path) {
        for (const suffix of ['', ...COPIES.map(([, ending]) => ending)]) tree.remove(path + suffix);
        return succeed(null);
      },
    }),
  };
}
