import { join } from 'node:path';
import { SiteDatabase } from '../../src/database/siteDatabase.ts';
import { ENGINE_SCHEMA } from '../../src/engine/index.ts';

/** A database with the engine's tables. */
export function openDatabase(cacheDir: string): SiteDatabase {
  return new SiteDatabase({ file: join(cacheDir, 'site.db'), schema: ENGINE_SCHEMA });
}
