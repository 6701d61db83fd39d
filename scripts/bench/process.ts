import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Report } from '../../src/site/report.ts';
import { ROOT } from '../lib/command.ts';
import { LOW_MEMORY_OPTIONS } from '../lib/lean.mjs';

/** As `scripts/run.mjs` starts programs, and the worker. */
const CACHED = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compile') };

const execute = promisify(execFile);

/** Runs one of the benchmark's programs to its end. Gives what it printed, and the whole process's milliseconds. */
export async function run(args: readonly string[], cwd = ROOT, settings: NodeJS.ProcessEnv = {}) {
  const started = performance.now();
  const { stdout } = await execute(process.execPath, args, { cwd, env: { ...process.env, ...CACHED, ...settings } });
  return { output: stdout, milliseconds: performance.now() - started };
}

/** What `once.ts` prints; `peak`: bytes of memory. */
type Once = Pick<Report, 'milliseconds'> & { readonly rendered: number; readonly written: number; readonly peak: number };

/** A build or rebuild in a process of its own; `whole`: the milliseconds of all of it. `root`: the checkout whose code is run. */
export async function once(
  kind: 'build' | 'rebuild',
  service: string,
  folder: string,
  root = ROOT,
  settings: NodeJS.ProcessEnv = {},
) {
  const { output, milliseconds } = await run([join(root, 'scripts/bench/once.ts'), kind, service, folder], root, settings);
  return { ...(JSON.parse(output) as Once), whole: milliseconds };
}

/** A folder in memory, where the machine has that. */
export const makeFolder = () => mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bench-'));

/** A program of the benchmark that serves until it is stopped; its first line of output is its address. */
export interface Server {
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

export function serve(program: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<Server> {
  return new Promise((served, reject) => {
    const env = { ...process.env, ...CACHED, MALLOC_ARENA_MAX: '2', ...settings };
    const child = spawn(process.execPath, [...LOW_MEMORY_OPTIONS, resolve(import.meta.dirname, program), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env,
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${program} ended with status ${code} before it served.`)));
    child.stdout.once('data', (line: Buffer) => {
      const stop = () =>
        new Promise<void>((stopped) => {
          if (child.exitCode !== null || child.signalCode !== null) return stopped();
          child.on('exit', () => stopped());
          child.kill();
        });
      served({ url: line.toString().trim(), process: child, stop });
    });
  });
}

/** Bytes of memory a running process has resident now, and had at its peak; null where the system does not tell. */
export function memoryOf({ process: { pid } }: Server): { readonly now: number; readonly peak: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
    return { now: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 };
  } catch {
    return null;
  }
}

/** The value at a share of the sorted values: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
