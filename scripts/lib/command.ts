import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCode } from '../../src/lib/files.ts';
import { printableLines } from '../../src/lib/printable.ts';
import { fail, type Result, succeed, thrownFailure } from '../../src/lib/result.ts';
import { readSettings, type Settings, settingsWarnings } from '../../src/lib/settings.ts';
import { type Arguments, type Description, helpText, type Options, readArguments } from './arguments.ts';
import { folderWarning, whyNotTheseFolders } from './folders.ts';

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

/** Prints text for a person or JSON on stdout; nothing in it can control the terminal. */
export function print(text: string): void {
  process.stdout.write(`${printableLines(text)}\n`);
}

/** As {@link print}, on stderr: for what is no result of the command. */
export function tell(text: string): void {
  process.stderr.write(`${printableLines(text)}\n`);
}

/** Refuses to run as another user than the cache folder's owner, who could not change what this command writes. */
function checkOwner(context: Context): Result<Context> {
  const folder = cacheDirOf(context);
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  const user = process.getuid?.();
  if (owner === undefined || user === undefined || owner === user) return succeed(context);
  return fail(
    'owner',
    `${folder} belongs to user ${owner}, and this command was started by user ${user}. Run it as user ${owner}.`,
  );
}

function openContext(): Result<Context> {
  const envFile = join(ROOT, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const settings = readSettings(process.env);
  if (!settings.ok) return settings;
  for (const line of settingsWarnings(process.env, settings.value.contentServiceUrl)) tell(line);
  const clash = whyNotTheseFolders(ROOT, settings.value);
  if (clash) return fail('folders', clash);
  const warning = folderWarning(ROOT, settings.value);
  if (warning) tell(warning);
  return checkOwner({ root: ROOT, settings: settings.value });
}

function report(outcome: Result<unknown>): void {
  if (outcome.ok) return;
  tell(outcome.message);
  process.exitCode = 1;
}

/** A reader that has seen enough, such as `head`, ends the command, and is no failure. */
function endWithReader(error: Error): void {
  if (errorCode(error) === 'EPIPE') process.exit();
  throw error;
}

/**
 * Runs a command that needs no settings: answers `--help`, names an argument that it does not know before anything is
 * done, and turns a failure into one line on stderr and exit status 1. `work` imports what takes long to load, so that
 * help and mistakes are answered at once.
 */
export async function runTool<const Known extends Options>(
  description: Description<Known>,
  work: (given: Arguments<Known>) => Promise<Result<unknown>>,
): Promise<void> {
  process.stdout.on('error', endWithReader);
  const given = readArguments(description, process.argv.slice(2));
  if (!given.ok) report(given);
  else if (given.value === 'help') print(helpText(description));
  else report(await work(given.value).catch(thrownFailure));
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
