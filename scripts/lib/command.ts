import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { errorCode } from '../../src/lib/files.ts';
import { printableLines } from '../../src/lib/printable.ts';
import { fail, type Result, succeed, thrownFailure } from '../../src/lib/result.ts';
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

/** Prints text for a person or JSON on stdout; nothing in it can control the terminal. */
export function print(text: string): void {
  process.stdout.write(`${printableLines(text)}\n`);
}

/** As {@link print}, on stderr: for what is no result of the command. */
export function tell(text: string): void {
  process.stderr.write(`${printableLines(text)}\n`);
}

/** Says so where a command tells of this machine alone, which has read nothing yet of what machines share. */
export function tellUnread({ state }: Pick<Settings, 'state'>, isRead: boolean): void {
  if (state && !isRead) tell('What STATE_URL holds is not known here yet: "npm run rebuild" takes it in.');
}

/** Whether a path is a folder or lies in it. */
function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

type Folders = Pick<Settings, 'cacheDir' | 'dataDir'>;

/**
 * Why the settings' folders cannot be used, in one line; null when they can. A build publishes what lies in `public/`, removes from
 * `dist/` what is not of the release, and all that lies in `DATA_DIR` is taken from everybody but its owner.
 */
export function whyNotTheseFolders(root: string, { cacheDir, dataDir }: Folders): string | null {
  const [cache, data] = [resolve(root, cacheDir), resolve(root, dataDir)];
  if (isWithin(root, data)) return `DATA_DIR must be a folder of its own, not ${data}, which holds the project.`;
  for (const name of ['dist', 'public']) {
    const published = join(root, name);
    if (isWithin(data, published)) return `DATA_DIR must be a folder outside ${name}, not ${data}.`;
    if (isWithin(cache, published)) return `CACHE_DIR must be a folder outside ${name}, not ${cache}.`;
  }
  return null;
}

/** What is to be told of folders that can be used; null when there is nothing. */
export function folderWarning(root: string, { cacheDir, dataDir }: Folders): string | null {
  const [cache, data] = [resolve(root, cacheDir), resolve(root, dataDir)];
  return isWithin(data, cache)
    ? `DATA_DIR (${data}) lies in CACHE_DIR: deleting the cache deletes the submissions and the list of withdrawn pictures too.`
    : null;
}

/**
 * Refuses a file in a folder's place, as that nothing can be read in it would count as nothing having been withdrawn, and another
 * user than the cache folder's owner, who could not change what this command writes.
 */
function checkFolders(context: Context): Result<Context> {
  const { cacheDir, dataDir } = context.settings;
  for (const [name, path] of Object.entries({ DATA_DIR: dataDir, CACHE_DIR: cacheDir })) {
    const folder = resolve(context.root, path);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found?.isDirectory() === false) return fail('folders', `${name} must be a folder, and ${folder} is none.`);
    const user = process.getuid?.();
    if (name === 'CACHE_DIR' && found && user !== undefined && found.uid !== user)
      return fail(
        'owner',
        `${folder} belongs to user ${found.uid}, and this command was started by user ${user}. Run it as user ${found.uid}.`,
      );
  }
  return succeed(context);
}

/** Puts what a settings file says into the environment, which wins over it; the names in it. No file: none. */
export function loadSettingsFile(path: string): Result<readonly string[]> {
  const file = statSync(path, { throwIfNoEntry: false });
  // Container programs make a folder where the file to mount is missing.
  if (file?.isDirectory()) return fail('folders', `${path} must be a file with settings, and is a folder.`);
  // Editors of Windows may begin it with a byte order mark.
  const named = file ? parseEnv(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) : {};
  for (const [name, value] of Object.entries(named)) process.env[name] ??= value;
  return succeed(Object.keys(named));
}

function openContext(): Result<Context> {
  const loaded = loadSettingsFile(join(ROOT, '.env'));
  if (!loaded.ok) return loaded;
  const settings = readSettings(process.env);
  if (!settings.ok) return settings;
  for (const line of settingsWarnings(process.env, settings.value, loaded.value)) tell(line);
  const clash = whyNotTheseFolders(ROOT, settings.value);
  if (clash) return fail('folders', clash);
  const warning = folderWarning(ROOT, settings.value);
  if (warning) tell(warning);
  return checkFolders({ root: ROOT, settings: settings.value });
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

/** As {@link runCommand}, for what serves: it ends once that has stopped, also while a server of the office does not answer. */
export async function runServer<const Known extends Options>(
  description: Description<Known>,
  work: (command: Command<Known>) => Promise<Result<unknown>>,
): Promise<void> {
  let hasServed = false;
  await runCommand(description, (command: Command<Known>) => {
    hasServed = true;
    return work(command);
  });
  if (hasServed) process.exit();
}

/** Settles at the first SIGTERM or SIGINT. Further ones change nothing: a terminal sends one to each process, and npm passes on its own. */
export function stopSignal(): Promise<void> {
  return new Promise((stop) => {
    process.on('SIGTERM', () => stop());
    process.on('SIGINT', () => stop());
  });
}
