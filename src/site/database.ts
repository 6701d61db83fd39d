import { join } from 'node:path';
import { SiteDatabase, type SiteDatabaseOptions } from '../database/siteDatabase.ts';
import { ENGINE_SCHEMA } from '../engine/engine.ts';
import { RENDER_ALL } from '../engine/releases.ts';
import { MEDIA_SCHEMA } from '../media/ledger.ts';
import { SNAPSHOT_SCHEMA } from '../snapshot/source.ts';
import { STATE_SCHEMA } from '../state/objects.ts';
import { ALERT_SCHEMA } from './alerts.ts';
import { CHANGES_SCHEMA } from './changes.ts';
import { STATUS_SCHEMA } from './report.ts';

/** Opens a connection to the database of a cache folder, with the tables of every room. */
export function openSiteDatabase(cacheDir: string, onAnew?: SiteDatabaseOptions['onAnew']): SiteDatabase {
  const schema = [...ENGINE_SCHEMA, SNAPSHOT_SCHEMA, MEDIA_SCHEMA, STATE_SCHEMA, CHANGES_SCHEMA, STATUS_SCHEMA, ALERT_SCHEMA];
  return new SiteDatabase({ file: join(cacheDir, 'site.db'), schema, afterRenewal: RENDER_ALL, ...(onAnew && { onAnew }) });
}
