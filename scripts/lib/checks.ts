/** The checks that read the code and do not run it: the same for `npm run lint` and `npm test`. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { ROOT } from './command.ts';

/** What one run of a checker or test runner came to. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Check {
  readonly title: string;
  /** Of the installed packages, or a path. */
  readonly program: string;
  readonly args: readonly string[];
}

/** `astro check` also checks the TypeScript files of `tsconfig.json`. */
export const TYPES: readonly Check[] = [{ title: 'Types', program: 'astro', args: ['check'] }];

export const LINT: readonly Check[] = [
  { title: 'Format and lint', program: 'biome', args: ['check', '.'] },
  { title: 'Unused files, exports and dependencies', program: 'knip', args: [] },
];

/** Prints a heading, and what a program wrote, colours and all. */
export function printUnder(title: string, said = ''): void {
  process.stdout.write(`\n== ${title}\n${said}`);
}

/** What a program wrote where nobody saw it, whether it ended with 0, and the signal that ended it, if one did. */
export interface Ended {
  readonly isPassed: boolean;
  readonly said: string;
  readonly signal: NodeJS.Signals | null;
}

/** Runs a program of the installed packages, with the terminal's output or, beside others, keeping what it writes. */
export function runProgram(
  program: string,
  args: readonly string[],
  output: 'inherit' | 'pipe',
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const colours = output === 'pipe' && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  return new Promise((fulfil, reject) => {
    const child = spawn(resolve(ROOT, 'node_modules', '.bin', program), args, {
      cwd: ROOT,
      stdio: ['ignore', output, output],
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...colours, ...env },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part: Buffer) => {
        said += part.toString();
      });
    }
    child.on('error', reject);
    child.on('close', (code, signal) => fulfil({ isPassed: code === 0, said, signal }));
  });
}

/** Runs all checks side by side. Each counts as one, passed or failed. */
export async function runChecks(checks: readonly Check[]): Promise<Counts> {
  const runs = await Promise.all(
    checks.map(async (check) => ({ ...check, ...(await runProgram(check.program, check.args, 'pipe')) })),
  );
  for (const { title, said } of runs) printUnder(title, said);
  const passed = runs.filter(({ isPassed }) => isPassed).length;
  return { passed, failed: checks.length - passed, skipped: 0 };
}
