import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, type Result, succeed } from '../../src/lib/result.ts';
import { ROOT } from './command.ts';

/** The shell, which has no window to draw, comes first: the tests take half the processor's time in it. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * What the browser does not do. Chromium heeds only the last list of this kind that it is given, and Playwright gives
 * one before ours: the names up to `PreconnectToSearch` are of that list (playwright-core, `chromiumSwitches.ts`). The
 * two after it are the suggestions under the address bar, a web page of some hundred files of its own that Chromium
 * loads for every window, of which each context of a test has one. The last one is a process that Chromium keeps ready for
 * another site: a tenth of what a visit takes, and a visit is of one site.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

/** A quiet browser; a root user's has no sandbox, because Chromium refuses to start with one. */
export const CHROMIUM_ARGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // Without a graphics processor, to imitate one takes a tenth more than to draw without it.
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

type Found = Result<string, 'no-chromium'>;

/** Path of a Chromium: the one `CHROMIUM_PATH` names, else the system's, else Playwright's own. */
export async function findChromium(env: NodeJS.ProcessEnv): Promise<Found> {
  const named = env.CHROMIUM_PATH;
  if (named && !isProgram(named)) {
    return fail('no-chromium', `CHROMIUM_PATH names "${named}", which is no program. Correct it, or unset it.`);
  }
  const onPath = (env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const path = [named ?? '', ...onPath, ...PLACES].find((place) => place !== '' && isProgram(place));
  if (path !== undefined) return succeed(path);
  const { chromium } = await import('playwright');
  if (isProgram(chromium.executablePath())) return succeed(chromium.executablePath());
  return fail(
    'no-chromium',
    'No Chromium was found. Install one, or name one in CHROMIUM_PATH, or run: npx playwright install --with-deps chromium',
  );
}

/** Debian's package where this process may install one, else the browser that Playwright brings. */
function install(env: NodeJS.ProcessEnv): void {
  const quietly: SpawnSyncOptions = { stdio: ['ignore', 2, 2], env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
  if (process.getuid?.() === 0 && isProgram('/usr/bin/apt-get')) {
    process.stderr.write('No Chromium on this machine: installing Debian’s package ...\n');
    spawnSync('apt-get', ['update', '-qq'], quietly);
    // Not every release of Debian has the shell.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (spawnSync('apt-get', ['install', '-y', '-qq', name], quietly).status === 0) return;
    }
  }
  process.stderr.write('No Chromium on this machine: installing the one that Playwright brings ...\n');
  const cli = join(ROOT, 'node_modules', 'playwright', 'cli.js');
  spawnSync(process.execPath, [cli, 'install', '--no-shell', 'chromium'], quietly);
}

/** As `findChromium`, and installs one when there is none. */
export async function findOrInstallChromium(): Promise<Found> {
  const { env } = process;
  const found = await findChromium(env);
  if (found.ok || env.CHROMIUM_PATH) return found;
  install(env);
  return findChromium(env);
}
