/** The tables of this room in the site's database. */

export const SNAPSHOT_SCHEMA: readonly string[] = [
  // A collection that was asked for. `origin`: whose content it is; of another one nothing is shown. `response` changes with
  // every new response. `recipe`, `generation`: under what its items were read. `stale`, `validators`: JSON, or null.
  `CREATE TABLE collection(
    name TEXT PRIMARY KEY, origin TEXT NOT NULL, loaded INTEGER NOT NULL, response TEXT NOT NULL, recipe TEXT NOT NULL,
    generation TEXT NOT NULL, validators TEXT, stale TEXT) WITHOUT ROWID`,
  // Every item of the service's list, in its order (`place`, with gaps). `shown`: 1 it is published, 0 it is left out and the
  // report names it, null it is not meant for the site. `note`: JSON of what the report tells of it, mostly null.
  // `search_row`, `search_places`: what the search has of it (searchRows.ts); null where it has no entity. They stand before
  // what may be long, so that reading them does not read that.
  `CREATE TABLE item(
    row INTEGER PRIMARY KEY, collection TEXT NOT NULL, place INTEGER NOT NULL, id TEXT, shown INTEGER, note TEXT,
    search_row TEXT, search_places TEXT, entity TEXT, raw TEXT NOT NULL)`,
  'CREATE INDEX item_place ON item(collection, place)',
  'CREATE INDEX item_id ON item(collection, id, place) WHERE id IS NOT NULL',
  'CREATE INDEX item_told ON item(collection, place) WHERE note IS NOT NULL OR shown = 0',
  // Where published items stand in each list: by `rank`, those of one rank by `place`.
  `CREATE TABLE entry(
    list TEXT NOT NULL, path TEXT NOT NULL, row INTEGER NOT NULL, rank INTEGER NOT NULL, place INTEGER NOT NULL, day TEXT,
    grp TEXT NOT NULL, weight INTEGER NOT NULL, PRIMARY KEY (list, path)) WITHOUT ROWID`,
  'CREATE INDEX entry_order ON entry(list, rank, place, row)',
  'CREATE INDEX entry_group ON entry(list, grp, rank, place, row, weight)',
  'CREATE INDEX entry_day ON entry(list, day, rank, place, row)',
  'CREATE INDEX entry_row ON entry(row)',
];
