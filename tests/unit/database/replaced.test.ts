/** A database of which files are deleted while processes have it open, as by an `rm -r` of the cache folder beside a command. */
import { execFileSync } from 'node:child_process';
import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SiteDatabase } from '../../../src/database/siteDatabase.ts';
import { isUnreadable } from '../../../src/lib/fileLock.ts';
import { temporaryFolder } from '../../support/trees.ts';

const SCHEMA = [['CREATE TABLE note(text TEXT)']];
const PROGRAM = join(import.meta.dirname, '../../../src/database/siteDatabase.ts');

let folder: ReturnType<typeof temporaryFolder>;
/** Of the rebuild thread, and of the serving one. */
let writer: SiteDatabase;
let reader: SiteDatabase;

const insert = (text: string) => writer.write('test', () => writer.run('INSERT INTO note VALUES (?)', text));
/** What the reader has, once it has looked; null while it cannot be read. */
function notes(): string[] | null {
  try {
    reader.version();
    return reader.column('SELECT text FROM note');
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return null;
  }
}
/** A command that looks at the database in a process of its own. */
function command(): void {
  const code = `
    const { SiteDatabase } = await import(${JSON.stringify(PROGRAM)});
    const database = new SiteDatabase({ file: ${JSON.stringify(writer.file)}, schema: ${JSON.stringify(SCHEMA)} });
    database.column('SELECT text FROM note');
    await database.write('test', () => database.run("INSERT INTO note VALUES ('of the command')"));
    database.close();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', code]);
}
const remove = (...suffixes: string[]) => {
  for (const suffix of suffixes) rmSync(writer.file + suffix);
};

beforeEach(async () => {
  folder = temporaryFolder();
  const file = join(folder.path, 'site.db');
  writer = new SiteDatabase({ file, schema: SCHEMA });
  reader = new SiteDatabase({ file, schema: null });
  await insert('first');
  expect(notes()).toEqual(['first']);
});
afterEach(() => {
  reader.close();
  writer.close();
  folder.remove();
});

test.each([
  ['its log and the log’s index', ['-wal', '-shm'], false],
  ['its log alone', ['-wal'], false],
  ['its log and the log’s index, and a command has made others', ['-wal', '-shm'], true],
])('is begun anew by the next writer where %s are gone, and read again then', async (_, gone, hasCommand) => {
  remove(...gone);
  if (hasCommand) command();
  // The reader may find that it cannot read; it asks for a writer then.
  notes();
  expect(await insert('second')).toMatchObject({ ok: true });
  expect(notes()).toEqual(['second']);
  command();
  expect(await insert('third')).toMatchObject({ ok: true });
  expect(notes()).toEqual(['second', 'of the command', 'third']);
});

test('that is closed by all loses its log and nothing else', async () => {
  reader.close();
  writer.close();
  expect(notes()).toEqual(['first']);
  expect(await insert('second')).toMatchObject({ ok: true });
  expect(notes()).toEqual(['first', 'second']);
});

test('that was deleted alone leaves its log to nobody: a new one would take over the locks of the old', async () => {
  const { ino } = lstatSync(`${writer.file}-shm`);
  remove('');
  expect(notes()).toEqual(['first']);
  expect(await insert('second')).toMatchObject({ ok: true });
  expect(lstatSync(`${writer.file}-shm`).ino).not.toBe(ino);
  expect(notes()).toEqual(['second']);
  command();
  expect(await insert('third')).toMatchObject({ ok: true });
  expect(notes()).toEqual(['second', 'of the command', 'third']);
});
