import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SiteDatabase, type Tables } from '../../../src/database/siteDatabase.ts';
import { temporaryFolder } from '../../support/trees.ts';

const FACT_INDEX = 'CREATE INDEX fact_with ON fact(value)';
const RELEASES = ['CREATE TABLE fact(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID', FACT_INDEX];
const TRACES = ['CREATE TABLE page(key TEXT)', 'CREATE INDEX page_by ON page(key)'];
const ITEMS = ['CREATE TABLE item(id TEXT)', 'CREATE TABLE entry(item TEXT)'];
const OTHER_ITEMS = ['CREATE TABLE item(id TEXT)', 'CREATE TABLE entry(item TEXT, day TEXT)'];

let folder: ReturnType<typeof temporaryFolder>;
let told: string[];
beforeEach(() => {
  folder = temporaryFolder();
  told = [];
});
afterEach(() => folder.remove());

function open(schema: readonly Tables[]): SiteDatabase {
  return new SiteDatabase({
    file: join(folder.path, 'site.db'),
    schema,
    afterRenewal: "UPDATE fact SET value = '' WHERE name = 'code'",
    onAnew: (why) => told.push(why),
  });
}

/** The rows of all tables, in a database that another version of the code has left. */
function rowsUnder(schema: readonly Tables[]): Record<string, unknown[]> {
  const old = open([RELEASES, TRACES, ITEMS]);
  for (const table of ['fact', 'page', 'item', 'entry']) old.prepare(`DELETE FROM ${table}`).run();
  old.prepare("INSERT INTO fact VALUES ('code', 'v1'), ('live', 'r7'), ('held', '1')").run();
  for (const table of ['page', 'item', 'entry']) old.prepare(`INSERT INTO ${table} VALUES ('kept')`).run();
  old.close();
  const database = open(schema);
  const tables = ['fact', 'page', 'item', 'entry'].map((table) => {
    const rows = database.prepare(`SELECT * FROM ${table}`).all();
    return [table, rows.map((row) => Object.values(row).join(' ')).sort()] as const;
  });
  database.close();
  return Object.fromEntries(tables);
}

test('under another version of some tables what is live and held stays, the tables go with those of their group, and every page is rendered', () => {
  expect(rowsUnder([RELEASES, TRACES, OTHER_ITEMS])).toEqual({
    fact: ['code ', 'held 1', 'live r7'],
    page: ['kept'],
    item: [],
    entry: [],
  });
  expect(told).toEqual([expect.stringMatching(/site\.db is of another version; made anew: item, entry$/)]);
});

test('another version of the first tables takes over what is live and held, by the columns that both have', () => {
  const columns = 'name TEXT PRIMARY KEY, value TEXT NOT NULL, note TEXT';
  expect(rowsUnder([[`CREATE TABLE fact(${columns})`, FACT_INDEX], TRACES, ITEMS])).toMatchObject({
    fact: ['code v1 ', 'held 1 ', 'live r7 '],
    page: ['kept'],
  });
  expect(told).toEqual([]);
});

test('where its rows do not fit, the first group begins empty, and it is told', () => {
  const columns = 'name TEXT PRIMARY KEY, value TEXT NOT NULL, size INTEGER NOT NULL';
  expect(rowsUnder([[`CREATE TABLE fact(${columns})`, FACT_INDEX], TRACES, ITEMS])).toMatchObject({ fact: [], page: ['kept'] });
  expect(told).toEqual([expect.stringMatching(/made anew: fact$/)]);
});

test('another index loses nothing, and is there', () => {
  const index = 'CREATE INDEX item_by ON item(id)';
  expect(rowsUnder([RELEASES, TRACES.slice(0, 1), [...ITEMS, index]])).toEqual({
    fact: ['code v1', 'held 1', 'live r7'],
    page: ['kept'],
    item: ['kept'],
    entry: ['kept'],
  });
  expect(told).toEqual([]);
  const database = open([RELEASES, TRACES.slice(0, 1), [...ITEMS, index]]);
  const found = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL").all();
  expect(found.map(({ name }) => name)).toEqual(['fact_with', 'item_by']);
  database.close();
});
