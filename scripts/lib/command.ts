import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, type Result } from '../../src/lib/result.ts';
import { readSettings, type Settings } from '../../src/lib/settings.ts';

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
 * status 1. A thrown error is a bug and keeps its stack.
 */
export async function runCommand(work: (command: Command) => Promise<Result<unknown>>): Promise<void> {
  const envFile = join(ROOT, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const settings = readSettings(process.env);
  const outcome = settings.ok
    ? await work({ root: ROOT, settings: settings.value, args: process.argv.slice(2) }).catch(misspelt)
    : settings;
  if (outcome.ok) return;
  process.stderr.write(`${outcome.message}\n`);
  process.exitCode = 1;
}

/** An unknown option is the caller's slip, not a bug: it gets one line. */
function misspelt(error: unknown): Result<never> {
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    return fail('usage', error.message.split('\n', 1)[0] ?? error.message);
  }
  throw error;
}
