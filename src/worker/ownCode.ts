/** Notices that the worker's own code or programs were replaced on disk, as by an upgrade: it runs the old ones until it is started again. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Rooms that a rebuild compiles anew by itself, and their words and pictures. */
const COMPILED = ['cards', 'components', 'content', 'islands', 'layouts', 'pages', 'pictures', 'stores', 'styles'];
/** Milliseconds between looks. What is being copied is replaced when two looks in a row see the same. */
const INTERVAL = 10_000;

async function digestOfCode(root: string): Promise<string> {
  const rooms = await readdir(join(root, 'src'), { withFileTypes: true });
  const folders = rooms
    .filter((room) => room.isDirectory() && !COMPILED.includes(room.name))
    .map(({ name }) => join('src', name));
  const found = await Promise.all(
    [...folders, 'scripts/lib', 'scripts/content-service'].map((folder) =>
      readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []),
    ),
  );
  const files = found.flat().filter((entry) => entry.isFile() && /\.m?[jt]s$/.test(entry.name));
  const paths = [join(root, 'package-lock.json'), ...files.map((entry) => join(entry.parentPath, entry.name))].sort();
  const digest = createHash('sha256');
  for (const path of paths) digest.update(path).update(await readFile(path).catch(() => ''));
  return digest.digest('hex');
}

/** `onReplaced` is called once, with one line that says why and what to do. Returns what stops it. */
export function watchOwnCode(root: string, onReplaced: (why: string) => void, interval = INTERVAL): () => void {
  let own: string | null = null;
  let seen: string | null = null;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<string | null> {
    const now = await digestOfCode(root);
    own ??= now;
    const isProgramGone = !existsSync(process.execPath);
    const isSettled = now === seen;
    seen = now;
    if (isProgramGone) return 'The program that the worker runs on was replaced: start the worker again.';
    return now !== own && isSettled ? "The worker's own code was replaced: start the worker again." : null;
  }

  async function watch(): Promise<void> {
    // What cannot be read is looked at again.
    const why = await look().catch(() => null);
    if (isStopped) return;
    if (why !== null) return onReplaced(why);
    timer = setTimeout(() => void watch(), interval);
    timer.unref();
  }

  void watch();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
