/** A stubbed content service, its client, a snapshot store on disk and the media that are known: what a sync takes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '../../src/collections/index.ts';
import { digestOf } from '../../src/lib/digest.ts';
import { type ContentClientOptions, createContentClient } from '../../src/service/client.ts';
import { openSnapshotStore, type SnapshotStore } from '../../src/snapshot/store.ts';
import { syncSnapshot } from '../../src/snapshot/sync/sync.ts';
import type { SyncInput, SyncOutcome } from '../../src/snapshot/sync/types.ts';
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
export const titlesOf = ({ snapshot }: SyncOutcome) => snapshot.collection('news').rows.map(({ entity }) => entity.title);

/** Limits, ms, of a client whose service does not answer for one list: the others are answered well within them. */
export const IMPATIENT = { timeout: 1000, deadline: 1000 };

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
  const folder = await mkdtemp(join(TEMPORARY, 'sync-'));
  const media: SyncInput['media'] = {
    generation: async () => digestOf(state.mediaGeneration),
    peek: (reference) => pictures.get(reference),
    failure: (reference) => failures.get(reference) ?? null,
    async obtain(references) {
      asked.push(...references);
      return { pending: null };
    },
  };
  const clientWith = (more: Partial<ContentClientOptions> = {}) =>
    createContentClient({
      ...{ baseUrl: service.url, schoolCode: 'HTSJ', token: 'secret', timeout: 20_000, deadline: 30_000, backOff: 5 },
      ...more,
    });
  const client = clientWith();
  return {
    answers,
    pictures,
    failures,
    asked,
    state,
    service,
    client,
    clientWith,
    open: (recipe = 'one') => openSnapshotStore({ cacheDir: folder, origin: service.url, recipe }),
    sync: (store: SnapshotStore, more: Partial<SyncInput> = {}) =>
      syncSnapshot({
        client,
        media,
        store,
        timeZone: 'Asia/Kolkata',
        closureMark: '!',
        emptyLists: 'hold',
        now: () => state.now,
        ...more,
      }),
    requests: (name: CollectionName) => service.arrived.filter(({ url }) => url === pathOf(name)),
    async close() {
      client.close();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type SyncRig = Awaited<ReturnType<typeof openSyncRig>>;
