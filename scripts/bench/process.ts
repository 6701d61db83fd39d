import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LOW_MEMORY_OPTIONS } from '../lib/lean.mjs';

const HERE = import.meta.dirname;
/** As `scripts/run.mjs` starts programs, and the worker. */
const CACHED = { NODE_COMPILE_CACHE: join(HERE, '..', '..', 'node_modules', '.cache', 'compile') };

/** Runs one of the benchmark's programs to its end. Gives what it printed, and the whole process's milliseconds. */
export function run(
  command: string,
  args: readonly string[],
  cwd?: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<{ output: string; milliseconds: number }> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...CACHED, ...settings },
    });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (part: Buffer) => {
      output += part.toString();
    });
    child.stderr.on('data', (part: Buffer) => {
      complaint += part.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve({ output, milliseconds: performance.now() - started });
      else reject(new Error(`${command} ${args.join(' ')} ended with status ${code}:\n${complaint || output}`));
    });
  });
}

/** A program of the benchmark that serves until it is stopped; its first line of output is its address. */
export interface Server {
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

export function serve(program: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<Server> {
  return new Promise((served, reject) => {
    const env = { ...process.env, ...CACHED, MALLOC_ARENA_MAX: '2', ...settings };
    const child = spawn(process.execPath, [...LOW_MEMORY_OPTIONS, resolve(HERE, program), ...args], {
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
