/** Downloads references and makes what is published of them; each reference and each source once at a time. */
import pLimit from 'p-limit';
import { digestOf } from '../lib/digest.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import { singleFlight } from '../lib/singleFlight.ts';
import type { Media, Obtained, ObtainOptions } from '../types/media.ts';
import type { FetchReason, MediaFetcher } from './fetch.ts';
import { type Plan, planMedia, verifiedFiles } from './groups.ts';
import type { KnownGroup, KnownReference, Ledger } from './ledger.ts';
import type { Withdrawals } from './withdrawals.ts';

export interface DownloadPorts {
  readonly cache: string;
  readonly fetcher: MediaFetcher;
  /** Whose references these are, and what is made of them. */
  readonly origin: string;
  readonly ledger: Ledger;
  withdrawals(): Withdrawals;
}

export interface Downloads {
  obtain(references: readonly string[], options: ObtainOptions): Promise<Obtained>;
  /** Downloads a reference once more, because its files were damaged. */
  renew(reference: string): Promise<boolean>;
  /** Why the last download of a reference failed, in one line; null when it did not. */
  failure(reference: string): string | null;
  /** Settles when nothing is under way. */
  idle(): Promise<void>;
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

/** Sets up the downloads of a media store. */
export function createDownloads({ cache, fetcher, origin, ledger, withdrawals }: DownloadPorts): Downloads {
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
    const made = await make(plan);
    if (!made.ok) return made;
    await ledger.record({ reference, origin, source, media: made.value.media, validators }, made.value);
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
    failure: (reference) => failures.get(reference) ?? null,
    renew: (reference) => start(reference, { refresh: false, silence: 0 }),
    async idle() {
      while (underWay.size) await Promise.allSettled(underWay.values());
    },
  };
}
