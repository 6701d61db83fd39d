import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, messageOf, succeed } from '../src/lib/result.ts';
import { type Check, type Counts, LINT, printOutput, printTitle, runChecks, runProgram, TYPES } from './lib/checks.ts';
import { findOrInstallChromium } from './lib/chromium.ts';
import { print, runTool, tell } from './lib/command.ts';

/** Projects of `tests/vitest.config.ts`. */
const VITEST = ['unit', 'property', 'contract', 'site'];
const PARTS = ['types', 'lint', ...VITEST, 'browser'];

/** Both runners begin with the sample site: it is built once, before they start, into a folder that they copy. */
function preparationIn(folder: string): Check {
  return { title: 'The sample site', program: process.execPath, args: ['tests/support/prepare.ts', folder] };
}

const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };
const FAILED: Counts = { passed: 0, failed: 1, skipped: 0 };

/** Counts of a runner's report; a runner that ends without one, or badly without a failed test, counts as one failure. */
async function countsOf(file: string, succeeded: boolean, read: (report: unknown) => Counts): Promise<Counts> {
  try {
    const counts = read(JSON.parse(await readFile(file, 'utf8')));
    return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } catch (error) {
    tell(`The runner left no readable report: ${messageOf(error)}`);
    return FAILED;
  }
}

const projectsOf = (parts: readonly string[]) => VITEST.filter((project) => parts.includes(project));

async function vitest(parts: readonly string[], reports: string, env: NodeJS.ProcessEnv): Promise<Counts> {
  const projects = projectsOf(parts);
  if (projects.length === 0) return NONE;
  printTitle(`Vitest: ${projects.join(', ')}`);
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const chosen = projects.flatMap((project) => ['--project', project]);
  const args = ['run', '-c', 'tests/vitest.config.ts', ...chosen, ...reporters];
  const { isPassed } = await runProgram('vitest', args, 'inherit', env);
  return countsOf(file, isPassed, (report) => {
    const { numPassedTests, numFailedTests, numPendingTests } = report as Record<string, number>;
    return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: numPendingTests ?? 0 };
  });
}

/** What is printed of the browser tests, none of it yet where `output` is `pipe`, and what they came to. */
async function browserTests(reports: string, env: NodeJS.ProcessEnv, output: 'inherit' | 'pipe') {
  const chromium = await findOrInstallChromium();
  if (!chromium.ok) return { counts: FAILED, said: `${chromium.message}\n` };
  const file = join(reports, 'playwright.json');
  const args = ['test', '-c', 'tests/playwright.config.ts', '--reporter=list,json'];
  const variables = { ...env, CHROMIUM_PATH: chromium.value, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const { isPassed, said } = await runProgram('playwright', args, output, variables);
  const counts = await countsOf(file, isPassed, (report) => {
    const { expected, unexpected, flaky, skipped } = (report as { stats: Record<string, number> }).stats;
    return { passed: (expected ?? 0) + (flaky ?? 0), failed: unexpected ?? 0, skipped: skipped ?? 0 };
  });
  return { counts, said };
}

/** Vitest and the browser tests beside each other, as each now and then waits; the latter are printed when both have ended. */
async function tests(parts: readonly string[], reports: string, env: NodeJS.ProcessEnv): Promise<Counts[]> {
  if (!parts.includes('browser')) return [await vitest(parts, reports, env)];
  const hasBoth = projectsOf(parts).length > 0;
  const title = 'Browser tests';
  if (!hasBoth) printTitle(title);
  const [counts, browser] = await Promise.all([
    vitest(parts, reports, env),
    browserTests(reports, env, hasBoth ? 'pipe' : 'inherit'),
  ]);
  if (hasBoth) printTitle(title);
  printOutput(browser.said);
  return [counts, browser.counts];
}

const description = {
  name: 'test',
  summary: 'Everything that continuous integration runs, or the parts that are named.',
  positionals: [{ name: 'PART', help: `One of ${PARTS.join(', ')}.`, many: true }],
} as const;

await runTool(description, async ({ positionals }) => {
  const unknown = positionals.find((name) => !PARTS.includes(name));
  if (unknown !== undefined) return fail('usage', `There is no part ${JSON.stringify(unknown)}. The parts: ${PARTS.join(', ')}.`);
  const parts = positionals.length > 0 ? positionals : PARTS;
  const reports = await mkdtemp(join(tmpdir(), 'site-tests-'));
  const hasBrowser = parts.includes('browser');
  const hasBoth = hasBrowser && projectsOf(parts).length > 0;
  const sample = join(reports, 'sample');
  const checks = [
    ...(hasBoth ? [preparationIn(sample)] : []),
    ...(parts.includes('types') ? TYPES : []),
    ...(parts.includes('lint') ? LINT : []),
  ];
  const checked = await runChecks(checks);
  const env = hasBoth ? { PREPARED_SAMPLE: sample } : {};
  const counts = [checked, ...(await tests(parts, reports, env))];
  await rm(reports, { recursive: true, force: true });
  const sum = (key: keyof Counts) => counts.reduce((total, one) => total + one[key], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  print(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  if (sum('failed') > 0) process.exitCode = 1;
  return succeed(null);
});
