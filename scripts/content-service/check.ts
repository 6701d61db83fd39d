/** Asks a content service each reading call as a rebuild does, and says what came of it. */
import pLimit from 'p-limit';
import { COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '../../src/collections/index.ts';
import { albumFields } from '../../src/lib/albumAnswer.ts';
import { createHttpClient } from '../../src/lib/http.ts';
import type { Settings } from '../../src/lib/settings.ts';
import { createMediaFetcher } from '../../src/media/fetch.ts';
import { createContentClient, type ServiceReason } from '../../src/service/client.ts';
import { sanitiseRichText } from '../../src/service/schemas/richText.ts';
import { malformedMessage } from '../../src/snapshot/sync/read.ts';
import { countOf, itemOf, type SplitList, splitList } from '../../src/snapshot/sync/split.ts';

export interface CheckOptions extends Pick<Settings, 'schoolCode' | 'timeZone' | 'closureMark' | 'mediaHosts'> {
  /** Base address without a trailing slash. */
  readonly url: string;
  readonly token: string | null;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** Pictures and files asked for at most. */
  readonly mostMedia: number;
}

/** One item or reference that is not published as it is, and why. */
interface Named {
  readonly item: string;
  readonly why: string;
}

export interface CheckedCall {
  /** Method and path. */
  readonly call: string;
  readonly auth: boolean;
  /** What came: `list`, or why none did, in one line. */
  readonly answer: string;
  readonly isGood: boolean;
  /** Whether an unchanged list need not be sent again. */
  readonly hasValidator: boolean;
  readonly items: number;
  readonly leftOut: readonly Named[];
  readonly warnings: readonly Named[];
  /** What to change, in one line; null: nothing. */
  readonly advice: string | null;
}

export type CheckedService = Awaited<ReturnType<typeof checkService>>;

function adviceFor(reason: ServiceReason, message: string, timeout: number): string {
  const [, status] = /HTTP (\d{3})/.exec(message) ?? [];
  if (status === '401' || status === '403') return 'Set CONTENT_SERVICE_TOKEN to a token that the service takes for this call.';
  if (status === '404')
    return 'The service has no such call, or not for this SCHOOL_CODE. Does CONTENT_SERVICE_URL end where /api begins?';
  if (reason === 'status') return 'The service failed or refused the call: its own log says why.';
  if (reason === 'time-out') return `It has CONTENT_SERVICE_TIMEOUT, ${timeout / 1000} s: answer sooner, or set more.`;
  if (reason === 'down') return 'Is CONTENT_SERVICE_URL right, and does the service run?';
  if (reason === 'too-large') return 'A list has at most 64 MB: send only the fields that API.md names.';
  const where = /Check CONTENT_SERVICE_URL\.$/.test(message)
    ? 'Does CONTENT_SERVICE_URL name the service, and no page of a website? '
    : '';
  return `${where}Answer a JSON array of items, bare or under "data".`;
}

interface ReadList extends Pick<CheckedCall, 'items' | 'leftOut' | 'warnings'> {
  /** Each reference with the item that names it. */
  readonly media: readonly Named[];
  /** Identity of the first item that is published. */
  readonly first: string | null;
}

async function readList(name: CollectionName, list: SplitList, { timeZone: zone, closureMark }: CheckOptions): Promise<ReadList> {
  const { read } = await COLLECTIONS[name].schema();
  const sanitise = COLLECTIONS[name].richText ? sanitiseRichText : () => '';
  const known = new Set<string>();
  const all = { leftOut: [] as Named[], warnings: [] as Named[], media: [] as Named[] };
  let first: string | null = null;
  for (let at = 0; at < countOf(list); at += 1) {
    const warned: string[] = [];
    const references: string[] = [];
    const { named, reading } = read(itemOf(list, at), {
      zone,
      closureMark,
      sanitise,
      warn: (why) => warned.push(why),
      media(reference) {
        references.push(reference);
        return { kind: 'missing' };
      },
    });
    const item = named ?? `item ${at + 1}`;
    const isSecond = named !== null && known.has(named);
    if (reading.kind === 'unreadable') all.leftOut.push({ item, why: reading.why });
    else if (isSecond) all.leftOut.push({ item, why: 'an item before it has the same identity' });
    else if (reading.kind === 'entity') first ??= named;
    known.add(item);
    all.warnings.push(...warned.map((why) => ({ item, why })));
    all.media.push(...references.map((why) => ({ item, why })));
  }
  return { ...all, items: countOf(list), first };
}

/** Asks for a collection's list and reads it; `read` is null where there is none. */
async function checkList(
  name: CollectionName,
  client: ReturnType<typeof createContentClient>,
  options: CheckOptions,
): Promise<{ readonly checked: CheckedCall; readonly read: ReadList | null }> {
  const { call } = COLLECTIONS[name];
  const path = call.path.replace('{code}', encodeURIComponent(options.schoolCode));
  const nothing = { hasValidator: false, items: 0, leftOut: [], warnings: [] };
  const failed = (reason: ServiceReason, answer: string) => {
    const advice = adviceFor(reason, answer, options.timeout);
    // The advice says it.
    const said = answer.replace(/ Check [A-Z_ and]+\.$/, '');
    return { checked: { ...nothing, call: `GET ${path}`, auth: call.auth, isGood: false, answer: said, advice }, read: null };
  };
  const answer = await client.list(name, null);
  if (!answer.ok) return failed(answer.reason, answer.message);
  if (!answer.value.fresh) return failed('status', 'It answered 304 to a call that was not conditional.');
  const list = splitList(name, answer.value.body, null);
  if (!list.ok) return failed(list.reason, list.message);
  if (Array.from({ length: countOf(list.value) }, (_, at) => itemOf(list.value, at)).includes(undefined))
    return failed('unreadable', malformedMessage(name));
  const read = await readList(name, list.value, options);
  const { items, leftOut, warnings } = read;
  const { etag, lastModified } = answer.value.validators;
  const hasValidator = etag !== null || lastModified !== null;
  const good = { isGood: true, answer: 'list', hasValidator, items, leftOut, warnings, advice: null };
  return { checked: { ...good, call: `GET ${path}`, auth: call.auth }, read };
}

/** Asks for one album, as a browser does for one that is newer than the build. */
async function checkAlbum(id: string, { url, timeout }: CheckOptions): Promise<CheckedCall> {
  const http = createHttpClient();
  const path = `/api/subGallery?id=${encodeURIComponent(id)}`;
  const answer = await http.get(url + path, { timeout, maxBytes: 2 * 1024 * 1024 });
  http.close();
  const base = { call: `GET ${path}`, auth: false, hasValidator: false, items: 0, leftOut: [], warnings: [] };
  const advice = 'Albums newer than the last rebuild have no page until the next one: answer the album as an object.';
  if (!answer.ok) return { ...base, isGood: false, answer: answer.message, advice };
  const { status, body } = answer.value;
  if (status !== 200) return { ...base, isGood: false, answer: `HTTP ${status}`, advice };
  try {
    const fields = albumFields(JSON.parse(body.toString('utf8')));
    return fields
      ? { ...base, isGood: true, answer: 'album', items: 1, advice: null }
      : { ...base, isGood: false, answer: 'It answered no album.', advice };
  } catch {
    return { ...base, isGood: false, answer: 'It answered something else than JSON.', advice };
  }
}

/** `wouldBuild`: whether a build from it would succeed. */
export async function checkService(options: CheckOptions) {
  const { url: baseUrl, schoolCode, token, timeout, mediaHosts: hosts, mostMedia } = options;
  const client = createContentClient({ baseUrl, schoolCode, token, timeout, deadline: 1.5 * timeout });
  const lists = await Promise.all(COLLECTION_NAMES.map((name) => checkList(name, client, options)));
  client.close();
  const references = new Map<string, string>();
  for (const [at, { read }] of lists.entries())
    for (const { item, why: reference } of read?.media ?? []) references.set(reference, `${COLLECTION_NAMES[at]} ${item}`);
  const album = lists[COLLECTION_NAMES.indexOf('gallery')]?.read?.first;
  const calls = lists.map(({ checked }) => checked);
  const wouldBuild = calls.some(({ isGood }) => isGood);
  const more = album ? [await checkAlbum(album, options)] : [];

  const fetcher = createMediaFetcher({ baseUrl, hosts, timeout: 1.5 * timeout });
  const limited = pLimit(6);
  const asked = [...references].slice(0, mostMedia);
  const missing = await Promise.all(
    asked.map(([reference, item]) =>
      limited(async () => {
        const fetched = await fetcher.fetch(reference, null);
        return fetched.ok ? [] : [{ item: `${item}, ${reference}`, why: fetched.message }];
      }),
    ),
  );
  fetcher.close();
  return {
    calls: [...calls, ...more],
    media: { asked: asked.length, known: references.size, missing: missing.flat() },
    wouldBuild,
  };
}
