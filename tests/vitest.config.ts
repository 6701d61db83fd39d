import { defineConfig } from 'vitest/config';
import { WORKERS } from './support/workers.ts';

const shared = {
  root: new URL('..', import.meta.url).pathname,
  // Contract tests share the machine's two cores with the services they start.
  testTimeout: 30_000,
  hookTimeout: 120_000,
  // The compiled site is a program by itself, to be loaded as Node loads it.
  server: { deps: { external: [/\/\.compiled\//] } },
};

export default defineConfig({
  root: shared.root,
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        root: shared.root,
        test: {
          ...shared,
          name: 'rules',
          include: ['tests/{unit,property,contract}/**/*.test.{ts,tsx}'],
          exclude: ['tests/contract/site/**'],
        },
      },
      {
        root: shared.root,
        test: {
          ...shared,
          name: 'site',
          include: ['tests/contract/site/**/*.test.ts'],
          globalSetup: ['tests/support/site-setup.ts'],
        },
      },
    ],
  },
});
