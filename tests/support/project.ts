import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isCompiled } from '../../src/lib/compiledFolder.ts';
import { ROOT } from './rig.ts';
import { TEMPORARY } from './temporary.ts';

const PARTS = ['src', 'public', 'scripts', 'astro.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json'];

export type Project = ReturnType<typeof copyProject>;

/**
 * The copy has a `node_modules` of its own with symbolic links to the packages: an installation in the copy replaces the
 * links and not the packages. `.installed-lock` holds the digest of the copy's lock file, so that no installation starts.
 */
function linkModules(folder: string): void {
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  // The workers of the project are none of the copy's.
  const names = readdirSync(join(ROOT, 'node_modules')).filter((name) => name !== '.workers');
  for (const name of names) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  rmSync(join(modules, '.installed-lock'), { force: true });
  writeFileSync(join(modules, '.installed-lock'), lock);
}

/** Links the finished compiled sites, so that what the copy compiles is removed with it and the project compiles nothing again. */
function linkCompiled(folder: string): void {
  const compiled = join(ROOT, '.compiled');
  const links = join(folder, '.compiled');
  mkdirSync(links);
  for (const name of existsSync(compiled) ? readdirSync(compiled) : []) {
    if (isCompiled(join(compiled, name))) symlinkSync(join(compiled, name), join(links, name));
  }
}

/** A copy of the project without the sample content, because a command publishes into its own project's folder. */
export function copyProject() {
  const folder = mkdtempSync(join(TEMPORARY, 'site-project-'));
  const filter = (path: string) => path !== join(ROOT, 'scripts/content-service/content');
  for (const name of PARTS) cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter });
  linkCompiled(folder);
  linkModules(folder);
  /** The environment of its commands, whose cache and data lie in it. */
  const env: Readonly<Record<string, string | undefined>> = {
    PATH: process.env.PATH,
    CACHE_DIR: join(folder, 'cache'),
    DATA_DIR: join(folder, 'data'),
    // As `scripts/run.mjs` sets them. The links make it the project's own cache.
    NODE_COMPILE_CACHE: join(folder, 'node_modules/.cache/compile'),
    NODE_COMPILE_CACHE_PORTABLE: '1',
  };
  return { folder, dist: join(folder, 'dist'), env, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A folder with its four files, each at its path in the project. */
export const ALUMNI_FILES = join(ROOT, 'tests/fixtures/alumni');

/** Adds the four files and the line that names the collection. */
export function addAlumni({ folder }: Project): void {
  cpSync(ALUMNI_FILES, folder, { recursive: true });
  const registry = join(folder, 'src/collections/registry.ts');
  writeFileSync(registry, `${readFileSync(registry, 'utf8')}export { alumni } from './alumni.ts';\n`);
}
