/**
 * A process whose disk is full but for what was kept: given a folder on a small file system of its own, it opens the database
 * there, or fills the folder, and writes what it read as JSON.
 */
import { join } from 'node:path';
import { SiteDatabase } from '../../../src/database/siteDatabase.ts';
import { fill } from '../../support/smallDisk.ts';

const [, , folder = '', what = ''] = process.argv;

const schema = [['CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT NOT NULL)']];
const database = new SiteDatabase({ file: join(folder, 'site.db'), schema });
if (what === 'fill-open') fill(folder);
const written = await database.write('a note', () =>
  database.prepare('INSERT INTO note(text) VALUES (?)').run('x'.repeat(10_000)),
);
if (!written.ok) throw new Error(written.message);
process.stdout.write(`${database.prepare('SELECT count(*) AS notes FROM note').get()?.notes} `);
database.close();
if (what === 'fill') fill(folder);
