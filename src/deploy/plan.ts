/** The differences between the live release and the last deploy. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../lib/digest.ts';
import { writeAtomic } from '../lib/files.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { Deployed, DeployFile, DeployPlan, ReleaseSource, Target } from './types.ts';

const recordIn = (cacheDir: string) => join(cacheDir, 'deploy', 'deployed.json');

/** Null for anything but a record of what is deployed. */
export function parseDeployed(text: string): Deployed | null {
  try {
    const record = JSON.parse(text) as Deployed | null;
    return record?.format === 1 && typeof record.files === 'object' ? record : null;
  } catch {
    return null;
  }
}

/** The last deploy to a target; null when none is known: then everything is uploaded. */
export async function readDeployed(cacheDir: string, target: string): Promise<Deployed | null> {
  const record = parseDeployed(await readFile(recordIn(cacheDir), 'utf8').catch(() => ''));
  return record?.target === target ? record : null;
}

export async function writeDeployed(cacheDir: string, target: string, plan: DeployPlan, at: number): Promise<void> {
  const files = Object.fromEntries(Array.from(plan.files, ([path, { digest }]) => [path, digest]));
  const record: Deployed = { format: 1, target, release: plan.release, at, files };
  await writeAtomic(recordIn(cacheDir), JSON.stringify(record));
}

/** A file's bytes, or one line that says what to do. */
export async function readFileOf(file: DeployFile): Promise<Result<Uint8Array, 'refused'>> {
  const bytes = await file.read();
  return bytes
    ? succeed(bytes)
    : fail('refused', `${file.path} is missing or damaged in the store; "npm run rebuild" makes it anew.`);
}

function extraFile(path: string, text: string): DeployFile {
  const bytes = new TextEncoder().encode(text);
  return { path, digest: digestOf(bytes), size: bytes.length, read: async () => bytes };
}

/** The folder that a file lies in, or that lies beside a page: `News` for `News.html` and for `News/2025-03.html`. */
function topOf(path: string): string {
  return (path.split('/', 1)[0] ?? '').replace(/\.html$/, '');
}

/** Compares the live release with the last deploy. */
export function planDeploy(
  live: NonNullable<ReturnType<ReleaseSource['live']>>,
  source: Pick<ReleaseSource, 'read' | 'encoded'>,
  { extra, retains }: Target,
  deployed: Deployed | null,
): DeployPlan {
  const files = new Map<string, DeployFile>();
  const changed: DeployFile[] = [];
  let bytes = 0;
  const add = (file: DeployFile) => {
    files.set(file.path, file);
    if (deployed?.files[file.path] === file.digest) return;
    changed.push(file);
    bytes += file.size;
  };
  for (const [path, text] of Object.entries(extra)) add(extraFile(path, text));
  for (const file of live.files()) {
    const { path, digest, size } = file;
    const encoded = async (encoding: 'br' | 'gzip') => source.encoded?.(file, encoding) ?? null;
    add({ path, digest, size, read: () => source.read(file), encoded });
  }
  const tops = new Set(Array.from(files.keys(), topOf));
  const isOwn = (path: string) => !deployed?.isListed || tops.has(topOf(path));
  const removed = Object.keys(deployed?.files ?? {}).filter(
    (path) => !files.has(path) && isOwn(path) && !(deployed && retains?.(path, deployed)),
  );
  changed.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { release: live.release, files, changed, removed: removed.sort(), bytes, previous: deployed };
}
