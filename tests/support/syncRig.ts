/** A stubbed content service, its client, a snapshot store on disk and the media that are known: what a sync takes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName, type Collections } from '../../src/collections/index.ts';
import { SiteDatabase } from '../../src/database/siteDatabase.ts';
import { TRACE_SCHEMA } from '../../src/engine/traces.ts';
import { digestOf } from '../../src/lib/digest.ts';
import { type ContentClientOptions, createContentClient } from '../../src/service/client.ts';
import { SNAPSHOT_SCHEMA } from '../../src/snapshot/source.ts';
import { LastResponses } from '../../src/snapshot/sync/split.ts';
import { syncSnapshot } from '../../src/snapshot/sync/sync.ts';
import type { SyncInput } from '../../src/snapshot/sync/types.ts';
import type { Media } from '../../src/types/media.ts';
import { type StubAnswer, startStubService } from './stubService.ts';
import { TEMPORARY } from './temporary.ts';
import { TODAY } from './today.ts';

export const pathOf = (name: CollectionName) => COLLECTIONS[name].call.path.replace('{code}', 'HTSJ');
export const etagOf = (body: string) => `"${digestOf(body)}"`;

/** An answer with an HTTP status. */
export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): StubAnswer =>
  (_arrived, response) =>
    response.writeHead(code, headers).end(body);

/** A list of news as the service writes it; each is identified by its title. */
export const news = (...titles: string[]) => JSON.stringify(titles.map((title) => ({ _id: title.toLowerCase(), title })));

/** What one process has: a database on a shared file, what it read before, the version of its code. */
export type Store = Pick<SyncInput, 'database' | 'responses' | 'recipe'>;

/** The entities of a collection that are published, in the service's order. */
export function entitiesOf<Name extends CollectionName>({ database }: Pick<Store, 'database'>, name: Name): Collections[Name][] {
  const rows = database.prepare('SELECT entity FROM item WHERE collection = ? AND shown = 1 ORDER BY place').all(name);
  return rows.map(({ entity }) => JSON.parse(String(entity)) as Collections[Name]);
}

export const titlesOf = (store: Pick<Store, 'database'>) => entitiesOf(store, 'news').map(({ title }) => title);

/** Limits, ms, of a client whose service does not answer for one list: the others are answered well within them. */
export const IMPATIENT = { timeout: 1000, deadline: 1000 };

/** Processes that sync; those of one name share a database. `input`: what they take unless told. */
export function syncingMachines(input: Omit<SyncInput, keyof Store>) {
  const folder = mkdtempSync(join(TEMPORARY, 'sync-'));
  const opened: SiteDatabase[] = [];
  return {
    open(name: string, recipe = 'one'): Store {
      const database = new SiteDatabase({ file: join(folder, `${name}.db`), schema: [SNAPSHOT_SCHEMA, TRACE_SCHEMA] });
      opened.push(database);
      return { database, responses: new LastResponses(), recipe };
    },
    async sync(store: Store, more: Partial<SyncInput> = {}) {
      const lock = await store.database.lock('test');
      if (!lock.ok) throw new Error(lock.message);
      const outcome = await syncSnapshot({ ...input, ...store, ...more }).finally(() => lock.value.release());
      const stale = outcome.staleCollections.map(({ collection }) => collection);
      return { ...outcome, stale, database: store.database };
    },
    close(): void {
      for (const database of opened) database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function openSyncRig() {
  /** What the service answers, by collection; an absent one answers an empty list. */
  const answers: Partial<Record<CollectionName, string | StubAnswer>> = {};
  /** The media that the media store has, by reference. */
  const pictures = new Map<string, Media>();
  /** Why the media store could not obtain a reference. */
  const failures = new Map<string, string>();
  /** References that the media store was asked to obtain. */
  const asked: string[] = [];
  const state = { mediaGeneration: 'first', now: TODAY };
  const service = await startStubService((arrived, response) => {
    const name = COLLECTION_NAMES.find((one) => pathOf(one) === arrived.url);
    const answer = name ? (answers[name] ?? '[]') : undefined;
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'function') answer(arrived, response);
    else if (arrived.headers['if-none-match'] === etagOf(answer)) response.writeHead(304).end();
    else response.writeHead(200, { 'content-type': 'application/json', etag: etagOf(answer) }).end(answer);
  });
  const media: SyncInput['media'] = {
    generation: async () => digestOf(state.mediaGeneration),
    peek: (reference) => pictures.get(reference),
    failure(reference) {
      const why = failures.get(reference);
      return why === undefined ? null : { why, mayPass: false };
    },
    async refresh(references) {
      asked.push(...references);
      return { pending: null };
    },
    async obtain(items) {
      asked.push(...new Set(items.flat()));
      return { pending: null };
    },
  };
  const clientWith = (more: Partial<ContentClientOptions> = {}) =>
    createContentClient({
      ...{ baseUrl: service.url, schoolCode: 'HTSJ', token: 'secret', timeout: 20_000, deadline: 30_000, backOff: 5 },
      ...more,
    });
  const client = clientWith();
  const machines = syncingMachines({
    ...{ client, media, origin: service.url, timeZone: 'Asia/Kolkata', closureMark: '!' },
    ...{ emptyLists: 'hold', now: () => state.now },
  });
  return {
    answers,
    pictures,
    failures,
    asked,
    state,
    service,
    client,
    clientWith,
    open: (recipe?: string) => machines.open('site', recipe),
    sync: machines.sync,
    requests: (name: CollectionName) => service.arrived.filter(({ url }) => url === pathOf(name)),
    async close() {
      client.close();
      machines.close();
      await service.close();
    },
  };
}

export type SyncRig = Awaited<ReturnType<typeof openSyncRig>>;
