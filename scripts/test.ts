import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fail, messageOf, succeed } from '../src/lib/result.ts';
import { type Counts, type Ended, LINT, printUnder, runChecks, runProgram, TYPES } from './lib/checks.ts';
import { findOrInstallChromium } from './lib/chromium.ts';
import { print, ROOT, runTool, tell } from './lib/command.ts';

/** Projects of `tests/vitest.config.ts`. */
const VITEST = ['unit', 'property', 'contract', 'site'];
const PARTS = ['types', 'lint', ...VITEST, 'browser'];

const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };
const FAILED: Counts = { passed: 0, failed: 1, skipped: 0 };

/** Counts of a runner's report; a runner that ends without one, or badly without a failed test, counts as one failure. */
async function countsOf(file: string, { isPassed, signal }: Ended, read: (report: unknown) => Counts): Promise<Counts> {
  if (signal) tell(`The runner was ended by ${signal}.`);
  try {
    const counts = read(JSON.parse(await readFile(file, 'utf8')));
    return isPassed || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } catch (error) {
    tell(`The runner left no readable report: ${messageOf(error)}`);
    return FAILED;
  }
}

/** What is to run: projects of Vitest, and whether the browser's tests; of these all files, or those that are named. */
interface Chosen {
  readonly projects: readonly string[];
  readonly hasBrowser: boolean;
  readonly files: readonly string[];
}

/** Test files with one of these texts in their path. */
async function filesNamed(names: readonly string[]): Promise<string[]> {
  const found = await Array.fromAsync(glob('tests/**/*.{test.ts,test.tsx,spec.ts}', { cwd: ROOT }));
  return found.filter((file) => names.some((name) => file.includes(name))).sort();
}

/** As far as it is read here. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  /** Of each file: its path, why it failed as a whole, and its tests. */
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** The files and tests that failed, each with the first lines of its reasons. */
function failuresIn({ testResults }: VitestReport): string[] {
  const short = (reason: string) => reason.split('\n').slice(0, 12).join('\n');
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const tests = failed.map(({ fullName, failureMessages }) =>
      [`${file}: ${fullName}`, ...failureMessages.map(short)].join('\n'),
    );
    return status === 'failed' && tests.length === 0 ? [`${file}\n${short(message)}`] : tests;
  });
}

/** What the tests of Vitest came to, and which of them failed: what it says itself stands above what the browser tests say. */
async function vitest({ projects, files }: Chosen, reports: string, env: NodeJS.ProcessEnv) {
  if (projects.length === 0) return { counts: NONE, failures: [] };
  printUnder(`Vitest: ${projects.join(', ')}`);
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const chosen = projects.flatMap((project) => ['--project', project]);
  // Node reads the configuration itself: a bundle of it would be written into node_modules, which another user may not.
  const options = ['-c', 'tests/vitest.config.ts', '--configLoader', 'native', ...reporters];
  const args = ['run', ...options, ...chosen, ...files.filter((file) => /\.test\./.test(file))];
  const ended = await runProgram('vitest', args, 'inherit', env);
  let failures: string[] = [];
  const counts = await countsOf(file, ended, (json) => {
    const report = json as VitestReport;
    failures = failuresIn(report);
    return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
  });
  if (counts.failed > 0 && failures.length === 0) failures = ['The runner itself, or what a test left behind: see above.'];
  return { counts, failures };
}

/** What is printed of the browser tests, none of it yet where `output` is `pipe`, and what they came to. */
async function browserTests({ files }: Chosen, reports: string, env: NodeJS.ProcessEnv, output: 'inherit' | 'pipe') {
  const chromium = await findOrInstallChromium();
  if (!chromium.ok) return { counts: FAILED, said: `${chromium.message}\n` };
  const file = join(reports, 'playwright.json');
  const args = [
    'test',
    '-c',
    'tests/playwright.config.ts',
    '--reporter=list,json',
    ...files.filter((file) => /\.spec\./.test(file)),
  ];
  const variables = { ...env, CHROMIUM_PATH: chromium.value, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const ended = await runProgram('playwright', args, output, variables);
  const counts = await countsOf(file, ended, (report) => {
    const { expected, unexpected, flaky, skipped } = (report as { stats: Record<string, number> }).stats;
    return { passed: (expected ?? 0) + (flaky ?? 0), failed: unexpected ?? 0, skipped: skipped ?? 0 };
  });
  return { counts, said: ended.said };
}

/** Vitest and the browser tests beside each other, as each now and then waits; the latter are printed when both have ended. */
async function tests(chosen: Chosen, reports: string, env: NodeJS.ProcessEnv): Promise<Counts[]> {
  if (!chosen.hasBrowser) return [(await vitest(chosen, reports, env)).counts];
  const hasBoth = chosen.projects.length > 0;
  const title = 'Browser tests';
  if (!hasBoth) printUnder(title);
  const [{ counts, failures }, browser] = await Promise.all([
    vitest(chosen, reports, env),
    browserTests(chosen, reports, env, hasBoth ? 'pipe' : 'inherit'),
  ]);
  if (hasBoth) printUnder(title, browser.said);
  else if (browser.said) tell(browser.said.trim());
  if (hasBoth && failures.length > 0) printUnder('Failed in Vitest', `${failures.join('\n\n')}\n`);
  return [counts, browser.counts];
}

const description = {
  name: 'test',
  summary: 'Everything that continuous integration runs, or what is named.',
  positionals: [
    { name: 'NAME', help: `A part (${PARTS.join(', ')}), or a text in the path of test files: calendar.`, many: true },
  ],
} as const;

await runTool(description, async ({ positionals }) => {
  const names = positionals.filter((name) => !PARTS.includes(name));
  const files = await filesNamed(names);
  const unknown = names.find((name) => !files.some((file) => file.includes(name)));
  if (unknown !== undefined) {
    return fail('usage', `No part and no test file is called ${JSON.stringify(unknown)}. The parts: ${PARTS.join(', ')}.`);
  }
  // Of named files those that the named parts have, where parts are named too.
  const named = positionals.filter((name) => PARTS.includes(name));
  const parts = named.length > 0 ? named : names.length > 0 ? [...VITEST, 'browser'] : PARTS;
  const has = (kind: RegExp) => names.length === 0 || files.some((file) => kind.test(file));
  const chosen: Chosen = {
    projects: has(/\.test\./) ? VITEST.filter((project) => parts.includes(project)) : [],
    hasBrowser: has(/\.spec\./) && parts.includes('browser'),
    files,
  };
  const reports = await mkdtemp(join(tmpdir(), 'site-tests-'));
  const hasBoth = chosen.hasBrowser && chosen.projects.length > 0;
  const sample = join(reports, 'sample');
  const env = hasBoth ? { PREPARED_SAMPLE: sample } : {};
  // The checks go on beside the tests: each of them is one process, and types take longest.
  const checks = runChecks([...(parts.includes('types') ? TYPES : []), ...(parts.includes('lint') ? LINT : [])]);
  // Both runners begin with the sample site: it is built once, before they start, into a folder that they copy.
  const preparation = { title: 'The sample site', program: process.execPath, args: ['tests/support/prepare.ts', sample] };
  const prepared = await runChecks(hasBoth ? [preparation] : []);
  const counts = [prepared, ...(await tests(chosen, reports, env)), await checks];
  await rm(reports, { recursive: true, force: true });
  const sum = (key: keyof Counts) => counts.reduce((total, one) => total + one[key], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  print(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  if (sum('failed') > 0) process.exitCode = 1;
  return succeed(null);
});
