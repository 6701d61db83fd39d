/** Content in a site's database, put there as it is, and answers about it with what they were made of. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { COLLECTION_NAMES, type CollectionName, type Collections } from '../../src/collections/index.ts';
import { SiteDatabase } from '../../src/database/siteDatabase.ts';
import { TRACE_SCHEMA } from '../../src/engine/traces.ts';
import type { InputKey, QueryKey } from '../../src/engine/types.ts';
import { type Digest, digestOfJson } from '../../src/lib/digest.ts';
import { evaluate } from '../../src/snapshot/queries/index.ts';
import { type Content as ContentOnDay, contentOn, SNAPSHOT_SCHEMA } from '../../src/snapshot/source.ts';
import { storeItems } from '../../src/snapshot/sync/store.ts';
import type { SyncInput } from '../../src/snapshot/sync/types.ts';
import { TEMPORARY } from './temporary.ts';

export type Content = { readonly [Name in CollectionName]?: readonly Collections[Name][] };

const folder = mkdtempSync(join(TEMPORARY, 'content-'));
let databases = 0;

/** An empty database that goes with the run. */
export function openDatabase(): SiteDatabase {
  databases += 1;
  return new SiteDatabase({ file: join(folder, `${databases}.db`), schema: [SNAPSHOT_SCHEMA, TRACE_SCHEMA] });
}

/** Makes the collections hold these entities, in their order. */
export function fill(database: SiteDatabase, content: Content): void {
  const rows = database.prepare('SELECT row, place, id, raw FROM item WHERE collection = ? ORDER BY place');
  database.connection.exec('BEGIN');
  for (const name of COLLECTION_NAMES.filter((one) => one in content)) {
    const stored = rows.all(name).map(({ row, place, id, raw }) => ({
      ...{ row: Number(row), place: Number(place), id: String(id), raw: String(raw) },
    }));
    const slots = (content[name] ?? []).map((entity) => ({
      stored: stored.find(({ id }) => id === entity.id) ?? null,
      raw: JSON.stringify(entity),
      state: { entity, isHidden: false, note: null },
    }));
    const reading = {
      from: 0,
      slots,
      stored,
      waiting: [],
      isWhole: true,
      fields: [],
      unknown: () => [],
      reread: () => {},
    };
    storeItems({ database } as SyncInput, name, reading);
  }
  database.connection.exec('COMMIT');
}

/** An answer with all that it was made from, by other queries too. */
export interface Answer {
  readonly value: unknown;
  readonly digest: Digest;
  readonly inputs: ReadonlySet<InputKey>;
  /** Those that it read itself. */
  readonly direct: ReadonlySet<InputKey>;
  readonly asked: ReadonlySet<QueryKey>;
}

/** Answers each query once, as the engine would ask it. */
export class Answers {
  readonly content: ContentOnDay;
  readonly known = new Map<QueryKey, Answer>();

  constructor(content: ContentOnDay) {
    this.content = content;
  }

  ask(query: QueryKey): Answer {
    const known = this.known.get(query);
    if (known) return known;
    const direct = new Set<InputKey>();
    const asked = new Set<QueryKey>();
    const value = evaluate(this.content, query, {
      read: (input) => void direct.add(input),
      ask: (other) => {
        asked.add(other);
        return this.ask(other).value;
      },
    });
    const inputs = new Set([...direct, ...[...asked].flatMap((other) => [...this.ask(other).inputs])]);
    // As it comes back from a database.
    const plain: unknown = JSON.parse(JSON.stringify(value));
    const answer = { value: plain, digest: digestOfJson(plain), inputs, direct, asked };
    this.known.set(query, answer);
    return answer;
  }

  /** The keys of everything that is rendered. */
  pages(set: QueryKey = 'pages()'): string[] {
    const { pages, sets } = this.ask(set).value as { pages: string[]; sets: QueryKey[] };
    return [...pages, ...sets.flatMap((each) => this.pages(each))];
  }
}

/** Answers about content on a day. */
export function answersAbout(content: Content, day: string): Answers {
  const database = openDatabase();
  fill(database, content);
  return new Answers(contentOn(database, day));
}
