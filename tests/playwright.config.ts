import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { CHROMIUM_ARGS } from '../scripts/lib/chromium.ts';

// Every process of the runner reads this file, and starts its browsers with these fonts instead of the machine's.
process.env.FONTCONFIG_FILE = fileURLToPath(new URL('fonts.conf', import.meta.url));

export default defineConfig({
  testDir: './e2e',
  globalSetup: './support/browserSetup.ts',
  outputDir: '../test-results',
  // Node itself strips the types. Playwright's compiler would go through all code that tests import, and the compiled site.
  build: { external: ['**'] },
  fullyParallel: true,
  workers: availableParallelism(),
  forbidOnly: true,
  // What passes only at its second attempt is named as flaky in the output.
  retries: 1,
  // Only what hangs is ended: a loaded machine takes its time.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 20_000,
    // Known once the set-up has started the site; the processes that run the tests read this file after that.
    baseURL: process.env.SITE_UNDER_TEST,
    viewport: { width: 1280, height: 900 },
    timezoneId: 'Asia/Kolkata',
    locale: 'en-IN',
    // A service worker would answer in the place of the routes that tests set.
    serviceWorkers: 'block',
    // What moves by itself takes a fifth of a processor all the while; tests of motion ask for it.
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [...CHROMIUM_ARGS],
    },
    trace: 'off',
  },
});
