/** `npm test`: everything that continuous integration runs, with one closing line that adds up all runners. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallChromium } from './lib/chromium.ts';
import { ROOT } from './lib/command.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const reports = await mkdtemp(join(tmpdir(), 'site-tests-'));
const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name);

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}

/** A check that passes or fails as a whole. */
async function check(name: string, command: string, args: readonly string[]): Promise<Tally> {
  process.stdout.write(`\n== ${name}\n`);
  const passed = await run(command, args, { ASTRO_TELEMETRY_DISABLED: '1' });
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

/** Reads a runner's report; a runner that ends without one, or badly without a failed test, counts as one failure. */
async function tally(file: string, succeeded: boolean, read: (report: unknown) => Tally): Promise<Tally> {
  let counted: Tally;
  try {
    counted = read(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    process.stderr.write(`The runner left no readable report: ${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  return succeeded || counted.failed > 0 ? counted : { ...counted, failed: 1 };
}

async function vitest(): Promise<Tally> {
  process.stdout.write('\n== Unit, property and contract tests\n');
  const file = join(reports, 'vitest.json');
  const args = ['run', '-c', 'tests/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const succeeded = await run(bin('vitest'), args);
  return tally(file, succeeded, (report) => {
    const { numPassedTests, numFailedTests, numPendingTests } = report as Record<string, number>;
    return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: numPendingTests ?? 0 };
  });
}

async function playwright(chromium: string): Promise<Tally> {
  process.stdout.write('\n== Browser tests\n');
  const file = join(reports, 'playwright.json');
  const succeeded = await run(bin('playwright'), ['test', '-c', 'tests/playwright.config.ts', '--reporter=list,json'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return tally(file, succeeded, (report) => {
    const { expected, unexpected, flaky, skipped } = (report as { stats: Record<string, number> }).stats;
    return { passed: (expected ?? 0) + (flaky ?? 0), failed: unexpected ?? 0, skipped: skipped ?? 0 };
  });
}

async function browserTests(): Promise<Tally> {
  const chromium = findOrInstallChromium();
  if (chromium.ok) return playwright(chromium.value);
  process.stderr.write(`${chromium.message}\n`);
  return { passed: 0, failed: 1, skipped: 0 };
}

const tallies = [
  await check('Types', bin('tsc'), ['-p', '.']),
  await check('Types in .astro files', bin('astro'), ['check']),
  await check('Format and lint', bin('biome'), ['check', '.']),
  await check('Unused files, exports and dependencies', bin('knip'), []),
  await vitest(),
  await browserTests(),
];
await rm(reports, { recursive: true, force: true });
const sum = (key: keyof Tally) => tallies.reduce((total, one) => total + one[key], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}\n`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
