/** Downloads references and makes what is published of them; each reference and each source once at a time. */
import pLimit from 'p-limit';
import { type Digest, digestOf } from '../lib/digest.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { retry } from '../lib/retry.ts';
import { singleFlight } from '../lib/singleFlight.ts';
import type { Media, Obtained, ObtainOptions } from '../types/media.ts';
import type { FetchFailure, FetchReason, MediaFetcher } from './fetch.ts';
import { type Plan, planMedia, verifiedFiles } from './groups.ts';
import type { KnownGroup, KnownReference, MediaLedger } from './ledger.ts';

interface MediaFailure {
  /** One line. */
  readonly why: string;
  /** Nobody answered, or with an error of the service's own. */
  readonly mayPass: boolean;
}

interface Round {
  readonly refresh: boolean;
  /** Told once of each reference whether it came. */
  readonly settle: (reference: string, came: boolean) => void;
  /** Failures in a row without an answer. */
  silence: number;
  /** Milliseconds that failures took, less those of what came. */
  wasted: number;
}

/** A reference to be asked for. */
interface Queued {
  readonly round: Round;
  readonly reference: string;
}

function drop(queued: readonly Queued[]): void {
  for (const { round, reference } of queued) round.settle(reference, false);
}

/**
 * The references of items in the order in which they are asked for, each once: the first of each item, then the second of each, so
 * that one with many pictures keeps no other waiting; what took long to fail last comes last.
 */
function roundRobin(items: readonly (readonly string[])[], slow: ReadonlySet<string>): Set<string> {
  const placed = items.flatMap((references) => references.map((reference, place) => ({ reference, place })));
  const rank = (reference: string) => Number(slow.has(reference));
  placed.sort((one, other) => rank(one.reference) - rank(other.reference) || one.place - other.place);
  return new Set(placed.map(({ reference }) => reference));
}

interface DownloadPorts {
  readonly cache: string;
  readonly fetcher: MediaFetcher;
  /** Milliseconds of a fetch at most. */
  readonly timeout: number;
  /** Whose references these are, and what is made of them. */
  readonly origin: string;
  readonly ledger: MediaLedger;
  /** Whether bytes, published as this group, are withdrawn. */
  readonly areWithdrawn: (reference: string, source: Digest, group: string | undefined) => Promise<boolean>;
}

/** References that are asked for at once, until what is published of them is made: it bounds the memory of their bytes. */
const DOWNLOADS = 6;
const TRANSFORMS = 2;
export const MISSING: Media = { kind: 'missing' };
export const SILENT: FetchReason = 'slow';
/**
 * After so many failures in a row without an answer, the rest of a round is not tried: the service is not there. Likewise
 * when its failures took as long as so many that were waited for to the end, and as long as what came.
 */
const MOST_SILENCE = 8;
const NOT_TRIED: MediaFailure = {
  why: 'it was not asked for, because too many pictures failed before it or took too long to; the next rebuild tries it again',
  mayPass: true,
};

/** Milliseconds before a reference is asked for again that failed for the moment; the second time it is three times as long. */
const BACK_OFF = 200;
/** The longest pause, ms, that a failure among answers is worth. One that asks too often waits as long as it is told to. */
const SHORT_PAUSE = 1000;

export function createDownloads({ cache, fetcher, timeout, origin, ledger, areWithdrawn }: DownloadPorts) {
  const transforming = pLimit(TRANSFORMS);
  let queue: Queued[] = [];
  const underWay = new Map<string, Promise<boolean>>();
  const makeOnce = singleFlight<string, Awaited<ReturnType<Plan['make']>>>();
  /** References whose last failure took long: nothing waits for them again. */
  const slow = new Set<string>();
  const failures = new Map<string, MediaFailure>();
  const ending = new AbortController();

  /** Makes a plan's files unless they are there already; the same plan is never made twice at a time. */
  async function make(plan: Plan): Promise<Result<KnownGroup>> {
    const known = ledger.group(plan.group);
    if (known && verifiedFiles(cache, known)) return succeed(known);
    return makeOnce(plan.group, () => transforming(() => plan.make()));
  }

  /** What the service may answer to be as it was. */
  function stillKnown(reference: string): KnownReference | undefined {
    const known = ledger.reference(reference);
    return known?.origin === origin && known.media.kind !== 'missing' ? known : undefined;
  }

  /** Once more, and again, where that may help: what failed in an earlier round, or with all others, costs no further time. */
  function fetchRepeatedly(reference: string, known: KnownReference | undefined, round: Round, onRetry: () => void) {
    const isNew = !failures.has(reference);
    const mayHelp = ({ retryAfter, isLimited }: FetchFailure) =>
      retryAfter !== undefined && (isLimited || (round.silence === 0 && retryAfter <= SHORT_PAUSE));
    const fetch = () => fetcher.fetch(reference, known?.validators ?? null);
    const pauseAfter = ({ retryAfter = 0 }: FetchFailure) => retryAfter;
    const until = performance.now() + timeout;
    const options = { backOff: BACK_OFF, signal: ending.signal, pauseAfter, onRetry, until };
    return retry(fetch, (failure) => isNew && mayHelp(failure), options);
  }

  async function download(reference: string, round: Round, onRetry: () => void): Promise<Result<null>> {
    const known = round.refresh ? stillKnown(reference) : undefined;
    const fetched = await fetchRepeatedly(reference, known, round, onRetry);
    // Deleted in the service itself: what was cached is not published any longer.
    if (!fetched.ok && fetched.reason === 'gone' && round.refresh) await ledger.forget(reference);
    if (!fetched.ok) return fetched;
    if (!fetched.value) return succeed(null);
    const { bytes, validators } = fetched.value;
    const source = digestOf(bytes);
    if (known?.source === source) {
      await ledger.validate(reference, validators);
      return succeed(null);
    }
    const plan = planMedia(cache, reference, bytes, source);
    if (await areWithdrawn(reference, source, plan?.group)) {
      await ledger.record({ reference, origin, source, media: MISSING, validators }, null);
      return fail('withdrawn', 'its bytes were withdrawn');
    }
    if (!plan) return fail('unreadable', 'it is neither a picture nor a document of a kind that is published');
    const group = await make(plan);
    if (!group.ok) return group;
    await ledger.record({ reference, origin, source, media: group.value.media, validators }, group.value);
    return succeed(null);
  }

  async function attempt({ reference, round }: Queued): Promise<boolean> {
    const started = performance.now();
    // A full disk costs pictures, not words.
    let isRepeated = false;
    const onRetry = () => {
      isRepeated = true;
    };
    const result = await download(reference, round, onRetry).catch((error: unknown) => fail('not-stored', String(error)));
    const took = performance.now() - started;
    // Pauses are no sign that the service is not there.
    if (result.ok || !isRepeated) round.wasted += result.ok ? -took : took;
    const isSilent = !result.ok && result.reason === SILENT;
    round.silence = isSilent ? round.silence + 1 : 0;
    if (result.ok) {
      failures.delete(reference);
      slow.delete(reference);
      return true;
    }
    failures.set(reference, { why: result.message, mayPass: isSilent });
    if (isSilent || took > timeout / 3) slow.add(reference);
    return false;
  }

  function isOver({ silence, wasted }: Round): boolean {
    return silence >= MOST_SILENCE || wasted >= MOST_SILENCE * timeout;
  }

  function goOn(): void {
    while (underWay.size < DOWNLOADS) {
      const queued = queue.shift();
      if (!queued) return;
      const { round, reference } = queued;
      const settle = (came: boolean) => round.settle(reference, came);
      const running = underWay.get(reference);
      if (running) void running.then(settle);
      else if (isOver(round)) {
        if (!failures.has(reference)) failures.set(reference, NOT_TRIED);
        settle(false);
      } else void begin(queued).then(settle);
    }
  }

  function begin(queued: Queued): Promise<boolean> {
    const begun = attempt(queued).finally(() => {
      underWay.delete(queued.reference);
      goOn();
    });
    underWay.set(queued.reference, begun);
    return begun;
  }

  /** Drops what is known of references that nothing asks for any more. */
  function forgetAllBut(asked: ReadonlySet<string>): void {
    for (const known of [failures, slow])
      for (const reference of known.keys()) if (!asked.has(reference)) known.delete(reference);
  }

  /** `items`: the references of each. */
  async function obtain(items: readonly (readonly string[])[], options: ObtainOptions): Promise<Obtained> {
    const { budget, refresh = false, onProgress } = options;
    const patient = !Number.isFinite(budget);
    const asked = roundRobin(items, slow);
    // A refresh may be of some alone.
    if (!refresh) forgetAllBut(asked);
    const unawaited = new Set(patient ? [] : slow);
    let awaited = asked.size - unawaited.size;
    let done = 0;
    let answered = false;
    let cameLate = false;
    const enough = Promise.withResolvers<void>();
    const all = Promise.withResolvers<boolean>();
    const settle = (reference: string, came: boolean) => {
      done += 1;
      if (!unawaited.has(reference)) awaited -= 1;
      if (answered && came) cameLate = true;
      onProgress?.(done, asked.size);
      if (awaited === 0) enough.resolve();
      if (done === asked.size) all.resolve(cameLate);
    };
    const round: Round = { refresh, settle, silence: 0, wasted: 0 };
    // What earlier rounds still wait for and this one does not ask for is no longer wanted, but for a refresh.
    const [left, dropped] = [queue.filter((queued) => queued.round.refresh), queue.filter((queued) => !queued.round.refresh)];
    queue = [...Array.from(asked, (reference) => ({ round, reference })), ...left];
    drop(dropped);
    goOn();
    if (awaited === 0) enough.resolve();
    const timeout = patient ? undefined : setTimeout(enough.resolve, budget);
    await enough.promise;
    clearTimeout(timeout);
    answered = true;
    return { pending: done === asked.size ? null : all.promise };
  }

  /** Downloads a reference once more, because its files were damaged. */
  function renew(reference: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const round: Round = { refresh: false, settle: (_, came) => resolve(came), silence: 0, wasted: 0 };
    queue.unshift({ round, reference });
    goOn();
    return promise;
  }

  async function idle(): Promise<void> {
    while (underWay.size) await Promise.allSettled(underWay.values());
  }

  return {
    obtain,
    /** How the last download of a reference failed; null when it did not. */
    failure: (reference: string) => failures.get(reference) ?? null,
    renew,
    idle,
    /** Begins nothing more, and settles when nothing is under way. */
    end() {
      ending.abort();
      drop(queue.splice(0));
      return idle();
    },
  };
}
