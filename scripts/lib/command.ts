import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, Refusal, type Result } from '../../src/lib/result.ts';
import { readSettings, type Settings, settingsWarnings } from '../../src/lib/settings.ts';

/** The project's folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface Command {
  readonly root: string;
  readonly settings: Settings;
  /** What was typed after the command's name. */
  readonly args: readonly string[];
}

/**
 * Runs one npm command: reads `.env` and the settings, and turns a failure into one clear line on stderr and exit
 * status 1, also what the system refuses (a folder that cannot be written, a full disk). Any other thrown error is a bug
 * and keeps its stack.
 */
export async function runCommand(work: (command: Command) => Promise<Result<unknown>>): Promise<void> {
  const envFile = join(ROOT, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const settings = readSettings(process.env);
  if (settings.ok)
    for (const line of settingsWarnings(process.env, settings.value.contentServiceUrl)) process.stderr.write(`${line}\n`);
  const outcome = settings.ok
    ? await work({ root: ROOT, settings: settings.value, args: process.argv.slice(2) }).catch(told)
    : settings;
  if (outcome.ok) return;
  process.stderr.write(`${outcome.message}\n`);
  process.exitCode = 1;
}

/** An unknown option is the caller's slip and a refusal of the system the machine's state, not bugs: they get one line. */
function told(error: unknown): Result<never> {
  if (error instanceof Refusal) return fail('refused', error.message);
  if (!(error instanceof Error && 'code' in error)) throw error;
  const [line = ''] = error.message.split('\n', 1);
  if (String(error.code).startsWith('ERR_PARSE_ARGS')) return fail('usage', line);
  if ('syscall' in error)
    return fail('system', `The system refused: ${line}. Check the path, its permissions and the free space.`);
  throw error;
}
