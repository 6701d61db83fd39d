/** One folder for all temporary folders of a run: a worker that is ended leaves its own behind. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TEMPORARY } from './temporary.ts';

export default function makeFolder(): () => void {
  const folder = mkdtempSync(join(TEMPORARY, 'tests-'));
  process.env.TESTS_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
