import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { assetsFile, isCompiled, isWhole, recordSizes } from '../lib/compiledFolder.ts';
import { type Digest, digestOf, shortDigest } from '../lib/digest.ts';
import { filesBelow, removeLeftOver } from '../lib/files.ts';
import { MISTAKE } from '../lib/mistakes.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import { codeStamps, codeVersion, compiledSettings, isSameCode, OUTDATED } from './code.ts';
import { type AssetRecord, type CompiledSite, loadCompiledSite } from './compiled.ts';

/** Compiled versions kept side by side, so that two settings or a rollback of code need no new compile. */
const KEPT_VERSIONS = 3;

function runAstroBuild(root: string, settings: Settings, outDir: string): Promise<{ isDone: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const own = { COMPILED_DIR: outDir, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
    const env = { ...process.env, ...compiledSettings(settings), ...own };
    const command = [join(root, 'node_modules/astro/bin/astro.mjs'), 'build'];
    execFile(process.execPath, command, { cwd: root, env, maxBuffer: Number.POSITIVE_INFINITY }, (error, stdout, stderr) => {
      // A text: it could not be started.
      if (typeof error?.code === 'string') reject(error);
      else resolve({ isDone: !error, output: stdout + stderr });
    });
  });
}

/** What the bundler's output says of the failure: one line where the words are wrong, else the error without its stack. */
function whyNot(output: string): string {
  const at = output.indexOf(MISTAKE);
  if (at >= 0) return output.slice(at).split('\n', 1)[0] ?? '';
  const error = output.slice(Math.max(0, output.indexOf('[ERROR]')));
  return `The site does not compile:\n${error.split('\n  Stack trace:', 1)[0]?.trimEnd()}`;
}

async function recordAssets(compiled: string): Promise<void> {
  const client = join(compiled, 'client');
  const assets: AssetRecord[] = [];
  for (const path of filesBelow(client)) {
    const bytes = await readFile(join(client, path));
    assets.push({ path, digest: digestOf(bytes), size: bytes.length });
  }
  await writeFile(assetsFile(compiled), JSON.stringify(assets));
}

/** Only finished versions are dropped: what another process is compiling has no list of assets yet. Never the current one: clocks are set back. */
async function dropOldVersions(folder: string, current: string): Promise<void> {
  const finished = (await readdir(folder)).filter((name) => name !== current && isCompiled(join(folder, name)));
  const versions = await Promise.all(finished.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  const old = versions.sort((a, b) => b.at - a.at).slice(KEPT_VERSIONS - 1);
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { recursive: true, force: true })));
}

/** `outdated`: what was compiled is not, or not wholly, the code of the version that was asked for. */
type CompileFailure = 'compile-failed' | 'outdated';

async function install(staged: string, finished: string): Promise<void> {
  await recordAssets(staged);
  recordSizes(staged);
  // Half of a version, left by a process that was ended while it dropped it.
  if (!isCompiled(finished)) await rm(finished, { recursive: true, force: true });
  try {
    await rename(staged, finished);
  } catch (error) {
    // Another process has compiled the same meanwhile, and may be rendering from it.
    await rm(staged, { recursive: true, force: true });
    if (!isCompiled(finished)) throw error;
  }
}

async function compile(
  root: string,
  settings: Settings,
  finished: string,
  version: Digest,
): Promise<Result<null, CompileFailure>> {
  const folder = dirname(finished);
  const staged = join(folder, `${randomUUID()}.staged`);
  await mkdir(folder, { recursive: true });
  removeLeftOver(folder);
  // Stamps before the version: what changes between the two is seen afterwards.
  const stamps = codeStamps(root);
  if (codeVersion(root, settings) !== version) return fail('outdated', OUTDATED);
  const { isDone, output } = await runAstroBuild(root, settings, staged);
  // The bundler reads a file when it comes to it: it may have met what was saved meanwhile, even if that was taken back since.
  const isOutdated = !isSameCode(stamps, codeStamps(root));
  if (isOutdated || !isDone) {
    await rm(staged, { recursive: true, force: true });
    return isOutdated ? fail('outdated', OUTDATED) : fail('compile-failed', whyNot(output));
  }
  await install(staged, finished);
  await dropOldVersions(folder, basename(finished));
  return succeed(null);
}

const compiledFolder = (root: string, version: Digest) => join(root, '.compiled', shortDigest(version));

/** Whether a version of the code ({@link codeVersion}) has been compiled. */
export const isVersionCompiled = (root: string, version: Digest) => isCompiled(compiledFolder(root, version));

/**
 * The compiled site for a version of the code. Runs Astro's bundler only when this version has not
 * been compiled yet; `onCompile` is called before it does.
 */
export async function openCompiledSite(
  root: string,
  settings: Settings,
  version: Digest,
  onCompile: () => void,
): Promise<Result<CompiledSite, CompileFailure>> {
  const compiled = compiledFolder(root, version);
  if (isCompiled(compiled) && !isWhole(compiled)) await rm(compiled, { recursive: true, force: true });
  if (!isCompiled(compiled)) {
    onCompile();
    const result = await compile(root, settings, compiled, version);
    if (!result.ok) return result;
  }
  // A version in use is a recent one, however long ago it was compiled.
  const now = new Date();
  await utimes(compiled, now, now);
  return succeed(await loadCompiledSite({ folder: compiled, version, siteUrl: settings.siteUrl }));
}
