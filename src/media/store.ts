/** The media of the content service: fetched once per reference, published as variants and named files. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { SiteDatabase } from '../database/siteDatabase.ts';
import { type Digest, digestOf, digestOfJson } from '../lib/digest.ts';
import { nearestName } from '../lib/nearestName.ts';
import { groupOf } from '../lib/paths.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { singleFlight } from '../lib/singleFlight.ts';
import type { AssetFile, Media, Obtained, ObtainOptions, PurgedMedia, ReferenceLookup } from '../types/media.ts';
import { addressOf, createMediaFetcher, type FetchReason, type MediaFetcher } from './fetch.ts';
import { folderOf, type Plan, planMedia, recoveredFiles, removeGroup, verifiedFiles } from './groups.ts';
import { groupOfMedia, type KnownGroup, type KnownReference, Ledger } from './ledger.ts';
import { PICTURE_RECIPE } from './transform.ts';
import { openWithdrawals, type Withdrawals } from './withdrawals.ts';

interface DownloadPorts {
  readonly cache: string;
  readonly fetcher: MediaFetcher;
  /** Whose references these are, and what is made of them. */
  readonly origin: string;
  readonly ledger: Ledger;
  withdrawals(): Withdrawals;
}

const FETCHES = 6;
const TRANSFORMS = 2;
const MISSING: Media = { kind: 'missing' };
/** After so many failures in a row that took long, the rest of a round is not tried: the service is not there. */
const MOST_SILENCE = 8;

/** References that were asked for together. */
interface Round {
  readonly refresh: boolean;
  silence: number;
}

/** Downloads references and makes what is published of them; each reference and each source once at a time. */
function createDownloads({ cache, fetcher, origin, ledger, withdrawals }: DownloadPorts) {
  const fetching = pLimit(FETCHES);
  const transforming = pLimit(TRANSFORMS);
  const underWay = new Map<string, Promise<boolean>>();
  const makeOnce = singleFlight<string, Awaited<ReturnType<Plan['make']>>>();
  /** References whose last failure took long: nothing waits for them again. */
  const slow = new Set<string>();
  const failures = new Map<string, string>();

  /** Makes a plan's files unless they are there already; the same plan is never made twice at a time. */
  async function make(plan: Plan): Promise<Result<KnownGroup>> {
    const known = ledger.group(plan.group);
    if (known && verifiedFiles(cache, known)) return succeed(known);
    return makeOnce(plan.group, () => transforming(() => plan.make()));
  }

  /** Notes what a failed fetch means for the next ones. */
  async function noteFailure(reference: string, reason: FetchReason, round: Round): Promise<void> {
    if (reason === 'slow') {
      round.silence += 1;
      slow.add(reference);
    }
    // Deleted in the service itself: what was cached is not published any longer.
    if (reason === 'gone' && round.refresh) await ledger.forget(reference);
  }

  /** What the service may answer to be as it was. */
  function stillKnown(reference: string): KnownReference | undefined {
    const known = ledger.reference(reference);
    return known?.origin === origin && known.media.kind !== 'missing' ? known : undefined;
  }

  async function download(reference: string, round: Round): Promise<Result<null>> {
    const known = round.refresh ? stillKnown(reference) : undefined;
    const fetched = await fetching(async () =>
      round.silence < MOST_SILENCE ? fetcher.fetch(reference, known?.validators ?? null) : null,
    );
    if (!fetched) return fail('not-tried', 'it was not asked for, because the content service answered no other picture in time');
    if (!fetched.ok) {
      await noteFailure(reference, fetched.reason, round);
      return fetched;
    }
    round.silence = 0;
    slow.delete(reference);
    if (!fetched.value) return succeed(null);
    const { bytes, validators } = fetched.value;
    const source = digestOf(bytes);
    if (known?.source === source) return succeed(null);
    if (withdrawals().hasSource(source)) {
      await ledger.record({ reference, origin, source, media: MISSING, validators }, null);
      return fail('withdrawn', 'its bytes were withdrawn');
    }
    const plan = planMedia(cache, reference, bytes, source);
    if (!plan) return fail('unreadable', 'it is neither a picture nor a document of a kind that is published');
    const group = await make(plan);
    if (!group.ok) return group;
    await ledger.record({ reference, origin, source, media: group.value.media, validators }, group.value);
    return succeed(null);
  }

  async function attempt(reference: string, round: Round): Promise<boolean> {
    // A full disk costs pictures, not words.
    const result = await download(reference, round).catch((error: unknown) => fail('not-stored', String(error)));
    if (result.ok) failures.delete(reference);
    else failures.set(reference, result.message);
    return result.ok;
  }

  function start(reference: string, round: Round): Promise<boolean> {
    const running = underWay.get(reference);
    if (running) return running;
    const begun = attempt(reference, round).finally(() => underWay.delete(reference));
    underWay.set(reference, begun);
    return begun;
  }

  async function obtain(references: readonly string[], options: ObtainOptions): Promise<Obtained> {
    const { budget, refresh = false, onProgress } = options;
    const round: Round = { refresh, silence: 0 };
    const patient = !Number.isFinite(budget);
    const awaited = patient ? references : references.filter((reference) => !slow.has(reference));
    let done = 0;
    let answered = false;
    let cameLate = false;
    const note = (came: boolean) => {
      done += 1;
      if (answered && came) cameLate = true;
      onProgress?.(done, references.length);
    };
    const runs = new Map(references.map((reference) => [reference, start(reference, round).then(note)]));
    const timer = Promise.withResolvers<void>();
    const timeout = patient ? null : setTimeout(timer.resolve, budget);
    const enough = Promise.all(awaited.map((reference) => runs.get(reference)));
    await (patient ? enough : Promise.race([enough, timer.promise]));
    if (timeout) clearTimeout(timeout);
    answered = true;
    return { pending: done === references.length ? null : Promise.all(runs.values()).then(() => cameLate) };
  }

  return {
    obtain,
    /** Why the last download of a reference failed, in one line; null when it did not. */
    failure: (reference: string) => failures.get(reference) ?? null,
    /** Downloads a reference once more, because its files were damaged. */
    renew: (reference: string) => start(reference, { refresh: false, silence: 0 }),
    /** Settles when nothing is under way. */
    async idle() {
      while (underWay.size) await Promise.allSettled(underWay.values());
    },
  };
}

export interface MediaStoreOptions {
  /** Holds the tables of {@link MEDIA_SCHEMA}. */
  readonly database: SiteDatabase;
  /** A folder `media` is made in it. */
  readonly cacheDir: string;
  /** Where the list of withdrawn references is kept. */
  readonly dataDir: string;
  /** Base address of the content service without a trailing slash. */
  readonly baseUrl: string;
  /** Whose references these are, when the address does not say it: the embedded service runs on any port. */
  readonly origin?: string;
  /** Further hosts, lower case, from which media may be fetched. */
  readonly hosts: readonly string[];
  /** Milliseconds for one fetch. */
  readonly timeout?: number;
  /** Bytes of the largest picture or file. */
  readonly maxBytes?: number;
  /** The bytes of a published file that the cache has lost; null: they are nowhere else. */
  readonly recover?: (digest: Digest) => Buffer | null;
}

/** A file's address, or the folder of a picture's variants; null for one that could not be had. */
function addressOfMedia(media: Media): string | null {
  return media.kind === 'file' ? media.href : groupOfMedia(media);
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).then(({ size }) => size)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

export type MediaStore = ReturnType<typeof openMediaStore>;

/** Opens the media store. */
export function openMediaStore(options: MediaStoreOptions) {
  const { database, cacheDir, dataDir, baseUrl, hosts, timeout = 15_000, maxBytes = 60 * 1024 * 1024 } = options;
  const { recover = () => null } = options;
  const origin = `${options.origin ?? baseUrl} ${PICTURE_RECIPE}`;
  const cache = join(cacheDir, 'media');
  const list = openWithdrawals(dataDir);
  const ledger = new Ledger(database);
  let withdrawals: Withdrawals | null = null;
  /** The list as of the last generation; at first as it is. */
  const currentWithdrawals = () => {
    withdrawals ??= list.read();
    return withdrawals;
  };
  const fetcher = createMediaFetcher({ baseUrl, hosts, timeout, maxBytes });
  const downloads = createDownloads({ cache, fetcher, origin, ledger, withdrawals: currentWithdrawals });

  function peek(reference: string): Media | undefined {
    if (currentWithdrawals().has(reference)) return MISSING;
    const known = ledger.reference(reference);
    // A host may have left MEDIA_HOSTS since its picture came.
    if (known?.origin !== origin || addressOf(reference, { baseUrl, hosts }) === null) return undefined;
    if (currentWithdrawals().hasSource(known.source)) return MISSING;
    // What was withdrawn when it came and is allowed again is worth another try.
    return known.media.kind === 'missing' ? undefined : known.media;
  }

  function isWithdrawn(reference: string): boolean {
    const source = ledger.reference(reference)?.source;
    // As the list is now: another process may have withdrawn it since the last rebuild.
    const now = list.read();
    return now.has(reference) || (source !== undefined && now.hasSource(source));
  }

  async function resolveAssets(group: string): Promise<readonly AssetFile[] | null> {
    const known = ledger.group(group);
    if (known && currentWithdrawals().hasSource(known.source)) return null;
    const files = known && (verifiedFiles(cache, known) ?? (await recoveredFiles(cache, known, recover)));
    if (files) return files;
    const reference = ledger.referenceTo(group);
    if (!reference || !(await downloads.renew(reference.reference))) return null;
    const renewed = ledger.group(group);
    return renewed ? verifiedFiles(cache, renewed) : null;
  }

  function seek(given: string) {
    // A published address names the bytes as well as the reference does.
    const group = groupOf(given);
    const earlier = list.read().find(given, group);
    const reference = (group && ledger.referenceTo(group)?.reference) ?? earlier?.reference ?? given;
    const known = ledger.reference(reference);
    const suggestion = known || earlier ? undefined : nearestName(reference, ledger.references());
    return { group, reference, known, earlier, suggestion };
  }

  function lookUp(given: string): ReferenceLookup {
    const { reference, known, earlier, suggestion } = seek(given);
    return { reference, isKnown: known !== undefined || earlier !== undefined, suggestion };
  }

  async function purge(given: string): Promise<PurgedMedia> {
    const { group, reference, known, earlier, suggestion } = seek(given);
    const wasWithdrawn = earlier !== undefined && known === undefined;
    // What is withdrawn already is no longer known here: its bytes stay withdrawn under any name.
    const source = known?.source ?? earlier?.source ?? (group === null ? null : ledger.sourceEverIn(group));
    const published = (known && addressOfMedia(known.media)) ?? earlier?.published ?? group;
    const groups = new Set([...(earlier?.groups ?? []), ...ledger.groupsEverOf(reference)]);
    if (group !== null) groups.add(group);
    for (const one of source === null ? [] : ledger.groupsOf(source)) groups.add(one);
    // With the groups: a purge that is cut off is completed by the next one, when they are no longer known here.
    const withdrawal = { reference, source, at: earlier?.at ?? Date.now(), published, groups: [...groups] };
    await list.write(list.read().with(withdrawal));
    withdrawals = list.read();
    for (const one of groups) await removeGroup(cache, one);
    await ledger.withdraw(source, withdrawal.groups);
    return { reference, groups: withdrawal.groups, isKnown: known !== undefined, wasWithdrawn, suggestion };
  }

  async function allow(given: string): Promise<boolean> {
    const withdrawal = list.read().find(given, groupOf(given));
    if (!withdrawal) return false;
    await list.write(list.read().without(withdrawal.reference));
    withdrawals = list.read();
    return true;
  }

  async function gc(keep: ReadonlySet<string>): Promise<number> {
    await downloads.idle();
    await ledger.keepOnly(keep);
    const kept = new Set(ledger.groups().map((group) => folderOf(cache, group)));
    let freed = 0;
    for (const entry of await readdir(cache, { withFileTypes: true }).catch(() => [])) {
      const folder = join(cache, entry.name);
      if (!entry.isDirectory() || kept.has(folder)) continue;
      freed += await sizeOf(folder);
      await rm(folder, { recursive: true, force: true });
    }
    return freed;
  }

  return {
    /**
     * Changes whenever what a known reference resolves to may have changed for another reason than its arrival:
     * a purge or its end, also by another process, or other hosts that may be asked. Entities resolved under another generation are resolved again.
     */
    async generation() {
      withdrawals = list.read();
      return digestOfJson([withdrawals.digest, ledger.withdrawals(), [...hosts].sort()]);
    },
    /** What is known about a reference, without asking the service. Undefined: not known yet, or worth another try. */
    peek,
    /** Why a reference could not be had when it was last asked for, in one line; null when it was, or was never asked for. */
    failure: downloads.failure,
    /** Whether a reference, or the bytes it is known to have, was withdrawn. */
    isWithdrawn,
    /** Fetches and prepares what is not known yet. Bounded in parallel; a failure leaves the reference unknown. */
    obtain: (references: Iterable<string>, how: ObtainOptions) =>
      downloads.obtain(
        [...new Set(references)].filter((one) => !currentWithdrawals().has(one)),
        how,
      ),
    /** The files of a group, verified (made again when the cache was damaged); null when they cannot be had. Paths are relative to `dist/`. */
    resolveAssets,
    /** What a reference, or an address as which one was published, names. */
    lookUp,
    /** Deletes the bytes of a reference; they are neither fetched nor published again, under any reference, until `allow`. */
    purge,
    /** What is withdrawn, oldest first. Throws a `Refusal` when the list is damaged. */
    withdrawn: () => list.read().list,
    /** Takes a purge back. False when there was none. */
    allow,
    /** Deletes the media no kept release needs; the bytes freed. */
    gc,
    /** Waits for downloads under way and lets go of kept connections. */
    async close() {
      await downloads.idle();
      fetcher.close();
    },
  };
}
