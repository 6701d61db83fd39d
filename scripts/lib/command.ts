import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, Refusal, type Result, succeed } from '../../src/lib/result.ts';
import { readSettings, type Settings, settingsWarnings } from '../../src/lib/settings.ts';
import { type Arguments, type Description, helpText, type Options, readArguments } from './arguments.ts';

/** The project's folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where and with which settings a command runs. */
export interface Context {
  readonly root: string;
  readonly settings: Settings;
}

export interface Command<Known extends Options> extends Context, Arguments<Known> {}

/** The cache folder that the settings name. */
export function cacheDirOf({ root, settings }: Context): string {
  return resolve(root, settings.cacheDir);
}

function openContext(): Result<Context> {
  const envFile = join(ROOT, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const settings = readSettings(process.env);
  if (!settings.ok) return settings;
  for (const line of settingsWarnings(process.env, settings.value.contentServiceUrl)) process.stderr.write(`${line}\n`);
  return succeed({ root: ROOT, settings: settings.value });
}

/** The line for what the system refuses; any other thrown error is a bug and keeps its stack. */
function expected(error: unknown): Result<never> {
  if (error instanceof Refusal) return fail('refused', error.message);
  if (!(error instanceof Error && 'syscall' in error)) throw error;
  const [line = ''] = error.message.split('\n', 1);
  return fail('system', `The system refused: ${line}. Check the path, its permissions and the free space.`);
}

function report(outcome: Result<unknown>): void {
  if (outcome.ok) return;
  process.stderr.write(`${outcome.message}\n`);
  process.exitCode = 1;
}

/**
 * Runs a command that needs no settings: answers `--help`, names an argument that it does not know before anything is
 * done, and turns a failure into one line on stderr and exit status 1.
 */
export async function runTool<const Known extends Options>(
  description: Description<Known>,
  work: (given: Arguments<Known>) => Promise<Result<unknown>>,
): Promise<void> {
  const given = readArguments(description, process.argv.slice(2));
  if (!given.ok) report(given);
  else if (given.value === 'help') process.stdout.write(`${helpText(description)}\n`);
  else report(await work(given.value).catch(expected));
}

/** As {@link runTool}, with the settings of the environment and `.env`. */
export async function runCommand<const Known extends Options>(
  description: Description<Known>,
  work: (command: Command<Known>) => Promise<Result<unknown>>,
): Promise<void> {
  await runTool(description, async (given) => {
    const context = openContext();
    return context.ok ? work({ ...context.value, ...given }) : context;
  });
}
