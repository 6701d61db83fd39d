import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['tests/{unit,property,contract}/**/*.test.{ts,tsx}'],
    // Contract tests share the machine's two cores with the services they start.
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
