/** Deploys by a command of the operator's: rsync, an S3 client, a host's own tool. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { digestOf } from '../lib/digest.ts';
import { fail, succeed } from '../lib/result.ts';
import type { Outcome } from './exchange.ts';
import { Ledger, type OpenRecords, type Tags, type Target } from './ledger.ts';

/** ms */
const TIMEOUT = 15 * 60_000;

/** How long a command that is stopped may take to end by itself, ms. */
const GRACE = 5_000;
/** How long what a command has said is waited for after its end, ms: what it left running, such as ssh's master, may hold its output open. */
const LAST_WORDS = 1_000;

/** Characters of a line that are passed on: a command may say much without ending a line. */
const LONGEST_LINE = 1000;

/**
 * Runs the command `$1`, and ends it with all that it started when the other end of its input is closed, as it is by the end of
 * this process, whatever ends it: what went on alone would put an older release over newer ones.
 */
const GUARDED = `
  exec 3<&0 < /dev/null
  { cat <&3 && kill -s KILL 0; } > /dev/null 2>&1 &
  guard=$!
  sh -c "$1" 3<&-
  status=$?
  kill $guard
  exit $status
`;

function run(command: string, env: NodeJS.ProcessEnv, signal: AbortSignal, onLine: (line: string) => void) {
  return new Promise<Outcome<Tags>>((resolve) => {
    // A process group of its own, so that a stop also ends what the shell has started.
    const child = spawn('sh', ['-c', GUARDED, 'sh', command], { env, detached: true, stdio: 'pipe' });
    let last = '';
    createInterface({ input: child.stdout }).on('line', (line) => onLine(line.slice(0, LONGEST_LINE)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      last = line.trim() ? line.trim().slice(0, LONGEST_LINE) : last;
      onLine(line.slice(0, LONGEST_LINE));
    });
    const kill = (how: NodeJS.Signals) => {
      try {
        if (child.pid) process.kill(-child.pid, how);
      } catch {
        // It has just ended by itself.
      }
    };
    const letGo = () => {
      child.stdout.destroy();
      child.stderr.destroy();
    };
    let ending: NodeJS.Timeout | undefined;
    const end = () => {
      kill('SIGTERM');
      ending = setTimeout(() => {
        kill('SIGKILL');
        letGo();
      }, GRACE);
    };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
    limit.addEventListener('abort', end, { once: true });
    child.on('exit', () => {
      child.stdin.destroy();
      ending ??= setTimeout(letGo, LAST_WORDS);
    });
    child.on('error', (error) => resolve(fail('refused', `DEPLOY_COMMAND could not be started: ${error.message}.`)));
    child.on('close', (code) => {
      limit.removeEventListener('abort', end);
      clearTimeout(ending);
      if (code === 0) return resolve(succeed({}));
      if (signal.aborted) return resolve(fail('stopped', 'DEPLOY_COMMAND was stopped half way.'));
      const how = limit.aborted ? 'took longer than a quarter of an hour' : `ended with status ${code}`;
      resolve(fail('transient', `DEPLOY_COMMAND ${how}${last ? `: ${last}` : '.'}`));
    });
  });
}

/** A command as a target. `distDir` is the published tree; `onLine` takes what the command says. */
export function commandTarget(command: string, distDir: string, onLine: (line: string) => void, records: OpenRecords): Target {
  const name = `command ${digestOf(command)}`;
  return {
    name,
    ledger: new Ledger(name),
    isFromDist: true,
    open: (signal) => ({
      records: records(name, signal),
      async upload(plan) {
        const folder = await mkdtemp(join(tmpdir(), 'site-deploy-'));
        try {
          const lists = { CHANGED_FILES: join(folder, 'changed'), REMOVED_FILES: join(folder, 'removed') };
          await writeFile(lists.CHANGED_FILES, plan.changed.map(({ path }) => `${path}\n`).join(''));
          await writeFile(lists.REMOVED_FILES, plan.removed.map((path) => `${path}\n`).join(''));
          const env = { ...process.env, ...lists, DIST_DIR: distDir, RELEASE: plan.release };
          return await run(command, env, signal, onLine);
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      },
    }),
  };
}
