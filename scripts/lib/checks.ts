/** The checks that read the code and do not run it: the same for `npm run lint` and `npm test`. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './command.ts';

/** What one run of a checker or test runner came to. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Check {
  readonly title: string;
  readonly program: string;
  readonly args: readonly string[];
}

/** It reads every file of `tsconfig.json`, those of TypeScript as well. */
export const TYPES: readonly Check[] = [{ title: 'Types', program: 'astro', args: ['check'] }];

export const LINT: readonly Check[] = [
  { title: 'Format and lint', program: 'biome', args: ['check', '.'] },
  { title: 'Unused files, exports and dependencies', program: 'knip', args: [] },
];

export function printTitle(title: string): void {
  process.stdout.write(`\n== ${title}\n`);
}

/** Runs a program of the installed packages with the terminal's output; whether it ended with 0. */
export function runProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(ROOT, 'node_modules', '.bin', program), args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}

/** Each check counts as one, passed or failed. */
export async function runChecks(checks: readonly Check[]): Promise<Counts> {
  let passed = 0;
  for (const { title, program, args } of checks) {
    printTitle(title);
    if (await runProgram(program, args)) passed += 1;
  }
  return { passed, failed: checks.length - passed, skipped: 0 };
}
