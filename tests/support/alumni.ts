/** The collection that tests add to a copy of the project, as the README describes. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from './project.ts';
import { ROOT } from './rig.ts';

/** A folder with its four files, each at its path in the project. */
export const ALUMNI_FILES = join(ROOT, 'tests/fixtures/alumni');

/** Adds the four files and the line that names the collection. */
export function addAlumni({ folder }: Project): void {
  cpSync(ALUMNI_FILES, folder, { recursive: true });
  const registry = join(folder, 'src/collections/registry.ts');
  writeFileSync(registry, `${readFileSync(registry, 'utf8')}export { alumni } from './alumni.ts';\n`);
}
