/** A fake content service with one school's content: a test assigns its lists, pictures and failures. */
import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RawItem } from '../../scripts/lib/generatedItems.ts';
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '../../src/collections/index.ts';
import { startStubService } from './stubService.ts';

export type Lists = Readonly<Partial<Record<CollectionName, readonly RawItem[]>>>;

/** How the answer to a call for a list fails. */
export const FAILURES = ['error', 'html', 'cut off', 'refused', 'hung up'] as const;
export type Failure = (typeof FAILURES)[number];

export type FakeContentService = Awaited<ReturnType<typeof startFakeContentService>>;

const COLLECTION_OF = new Map(COLLECTION_NAMES.map((name) => [COLLECTIONS[name].call.path.replace('{code}', 'HTSJ'), name]));

function sendFailure(how: Failure, response: ServerResponse, body: Uint8Array): void {
  if (how === 'hung up') response.destroy();
  else if (how === 'error') response.writeHead(500).end('{"message":"broken"}');
  else if (how === 'refused') response.writeHead(401).end('{"message":"who are you?"}');
  else if (how === 'html')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Maintenance</title>');
  else response.writeHead(200, { 'content-type': 'application/json' }).end(body.subarray(0, body.length / 2));
}

/** Undefined: there is none; null: the service cannot say. */
function sendMedia(response: ServerResponse, bytes: Buffer | undefined | null): void {
  if (bytes) response.end(bytes);
  else response.writeHead(bytes === null ? 503 : 404).end();
}

/** Starts the service on a free port of this machine. */
export async function startFakeContentService(lists: Lists, media: ReadonlyMap<string, Buffer> = new Map()) {
  const { url, close } = await startStubService(async (arrived, response) => {
    const { pathname } = new URL(arrived.url, 'http://school');
    if (pathname.startsWith('/api/image/')) {
      await school.holdMedia;
      const bytes = school.isMediaAway ? null : school.media.get(decodeURIComponent(pathname.slice('/api/image/'.length)));
      sendMedia(response, bytes);
      return;
    }
    const name = COLLECTION_OF.get(pathname);
    const list = name && school.lists[name];
    if (!name || !list) {
      response.writeHead(404).end();
      return;
    }
    school.asked.set(name, (school.asked.get(name) ?? 0) + 1);
    await school.hold;
    const body = school.bodies.get(name) ?? Buffer.from(JSON.stringify(list));
    const failure = school.failing.get(name);
    if (failure) {
      sendFailure(failure, response, body);
      return;
    }
    const etag = `"${hash('sha256', body)}"`;
    if (arrived.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { 'content-type': 'application/json', etag }).end(body);
  });
  const school = {
    /** Base address without a trailing slash. */
    url,
    /** A collection that is not named answers 404. */
    lists,
    /** Bodies that are sent in place of the list. */
    bodies: new Map<CollectionName, Buffer>(),
    /** By reference; any other answers 404. */
    media: new Map(media),
    failing: new Map<CollectionName, Failure>(),
    /** Every picture and file is answered with 503. */
    isMediaAway: false,
    /** No list is answered before it settles. */
    hold: Promise.resolve(),
    /** The same of pictures and files. */
    holdMedia: Promise.resolve(),
    /** Number of calls for each collection. */
    asked: new Map<CollectionName, number>(),
    close,
  };
  return school;
}
