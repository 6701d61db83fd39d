import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './rig.ts';
import { TEMPORARY } from './temporary.ts';

const PARTS = ['src', 'public', 'scripts', 'astro.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json'];

export interface Project {
  /** The project's folder. */
  readonly folder: string;
  /** Where its commands publish. */
  readonly dist: string;
  remove(): void;
}

/** A copy of the project without the sample content, because a command publishes into the folder that it stands in. */
export function copyProject(): Project {
  const folder = mkdtempSync(join(TEMPORARY, 'site-project-'));
  const filter = (path: string) => path !== join(ROOT, 'scripts/content-service/content');
  for (const name of PARTS) cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter });
  mkdirSync(join(ROOT, '.compiled'), { recursive: true });
  for (const name of ['node_modules', '.compiled']) symlinkSync(join(ROOT, name), join(folder, name));
  return { folder, dist: join(folder, 'dist'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
