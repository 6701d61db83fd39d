import { spawnSync } from 'node:child_process';
import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openSubmissions } from '../../../scripts/content-service/submissions.ts';
import { temporaryFolder } from '../../support/trees.ts';

const MODULE = new URL('../../../scripts/content-service/submissions.ts', import.meta.url).href;
/** Stores a small submission, one with a file of 500 kB, and a small one again. */
const PROGRAM = `
  const { openSubmissions } = await import(${JSON.stringify(MODULE)});
  const submissions = openSubmissions(process.argv[1]);
  const told = [0, 500_000, 0].map((size) => {
    const files = [{ field: 'attachments', name: 'cv.pdf', type: 'application/pdf', bytes: new Uint8Array(size) }];
    try {
      return submissions.store({ kind: 'form', type: 'XYZ', fields: {}, files, key: null, sender: '' });
    } catch (error) {
      return error.message;
    }
  });
  console.log(JSON.stringify(told));
`;

test('a submission that finds no room is refused whole and says why; the ones before and after it are stored', () => {
  const { path, remove } = temporaryFolder();
  // No file may grow beyond 100 kB.
  const command = ['-c', 'ulimit -f 200; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', PROGRAM, path];
  const { stdout, stderr } = spawnSync('sh', command, { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([1, expect.stringMatching(/disk/), 2]);
  remove();
});

test('on a disk that is nearly full files are refused first, and messages without them at the very end', () => {
  const { path, remove } = temporaryFolder();
  let free = 500;
  const submissions = openSubmissions(path, undefined, () => free * 1024 * 1024);
  const message = { kind: 'form', type: 'XYZ', fields: {}, key: null, sender: '' } as const;
  const cv = { field: 'attachments', name: 'cv.pdf', type: 'application/pdf', bytes: new Uint8Array(1) };
  expect(() => submissions.store({ ...message, files: [cv] })).toThrow(/nearly full/);
  expect(submissions.store({ ...message, files: [] })).toBe(1);
  free = 60;
  expect(() => submissions.store({ ...message, files: [] })).toThrow(/nearly full/);
  submissions.close();
  remove();
});

test('the number of a deleted submission is given to no other', () => {
  const { path, remove } = temporaryFolder();
  const submissions = openSubmissions(path);
  const store = () => submissions.store({ kind: 'form', type: 'XYZ', fields: {}, files: [], key: null, sender: '' });
  expect([store(), store()]).toEqual([1, 2]);
  const desk = new DatabaseSync(join(path, 'submissions.sqlite'));
  desk.exec('DELETE FROM submissions');
  desk.close();
  expect(store()).toBe(3);
  submissions.close();
  remove();
});

test('a database that is deleted, moved away with its folder, or put back from a backup while it is open takes what comes next', () => {
  const { path, remove } = temporaryFolder();
  const data = join(path, 'data');
  const file = join(data, 'submissions.sqlite');
  const submissions = openSubmissions(data);
  const message = { kind: 'form', type: 'XYZ', fields: {}, files: [], key: null, sender: '' } as const;
  const kept = () => {
    const database = new DatabaseSync(file, { readOnly: true });
    const ids = database
      .prepare('SELECT id FROM submissions')
      .all()
      .map(({ id }) => id);
    const [check] = database.prepare('PRAGMA integrity_check').all();
    database.close();
    return [ids, check?.integrity_check];
  };
  submissions.store(message);
  const backup = new DatabaseSync(file);
  backup.exec(`VACUUM INTO '${join(path, 'backup')}'`);
  backup.close();
  for (let more = 0; more < 3; more += 1) submissions.store(message);
  copyFileSync(join(path, 'backup'), join(path, 'copy'));
  renameSync(join(path, 'copy'), file);
  submissions.store(message);
  expect(kept()).toEqual([[1, 2], 'ok']);
  rmSync(file);
  submissions.store(message);
  expect(kept()).toEqual([[1], 'ok']);
  renameSync(data, join(path, 'elsewhere'));
  submissions.store(message);
  submissions.store(message);
  expect(kept()).toEqual([[1, 2], 'ok']);
  submissions.close();
  remove();
});

test('a file that is no database is told at the start and refused, and the one that takes its place is written into', () => {
  const { path, remove } = temporaryFolder();
  const file = join(path, 'submissions.sqlite');
  openSubmissions(path).close();
  renameSync(file, join(path, 'empty'));
  writeFileSync(file, 'half a backup');
  const told: string[] = [];
  const submissions = openSubmissions(path, (line) => told.push(line));
  expect(told).toEqual([
    expect.stringMatching(
      /submissions\.sqlite cannot be read \(.*\)\. Restore it from a backup\. Until then no submission is taken\.$/,
    ),
  ]);
  renameSync(join(path, 'empty'), file);
  const store = () => submissions.store({ kind: 'form', type: 'XYZ', fields: {}, files: [], key: null, sender: '' });
  store();
  renameSync(file, join(path, 'kept'));
  writeFileSync(file, 'half a backup');
  expect(store).toThrow(/not a database/);
  expect(store).toThrow(/not a database/);
  renameSync(join(path, 'kept'), file);
  expect(store()).toBe(2);
  submissions.close();
  remove();
});
