/** Downloads references and makes what is published of them; each reference and each source once at a time. */
import pLimit from 'p-limit';
import { digestOf } from '../lib/digest.ts';
import type { Media } from '../types/entities.ts';
import type { Obtained, ObtainOptions } from '../types/media.ts';
import type { FetchReason, MediaFetcher } from './fetch.ts';
import { type Plan, planMedia, verifiedFiles } from './groups.ts';
import type { Ledger } from './ledger.ts';
import type { Withdrawn } from './withdrawn.ts';

export interface DownloadPorts {
  readonly cache: string;
  readonly fetcher: MediaFetcher;
  /** Whose references these are. */
  readonly from: string;
  ledger(): Ledger;
  withdrawn(): Withdrawn;
}

export interface Downloads {
  obtain(references: readonly string[], options: ObtainOptions): Promise<Obtained>;
  /** Downloads a reference once more, because its files were damaged. */
  renew(reference: string): Promise<boolean>;
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
export function createDownloads({ cache, fetcher, from, ledger, withdrawn }: DownloadPorts): Downloads {
  const fetching = pLimit(FETCHES);
  const transforming = pLimit(TRANSFORMS);
  const underWay = new Map<string, Promise<boolean>>();
  const making = new Map<string, ReturnType<Plan['make']>>();
  /** References whose last failure took long: nothing waits for them again. */
  const slow = new Set<string>();

  /** Makes a plan's files unless they are there already; the same plan is never made twice at a time. */
  async function make(plan: Plan): Promise<Media | null> {
    const known = ledger().groups.get(plan.group);
    if (known && (await verifiedFiles(cache, known))) return known.media;
    let made = making.get(plan.group);
    if (!made) {
      made = transforming(() => plan.make()).finally(() => making.delete(plan.group));
      making.set(plan.group, made);
    }
    const result = await made;
    if (result) await ledger().add(result);
    return result?.media ?? null;
  }

  /** Notes what a failed fetch means for the next ones. */
  async function noteFailure(reference: string, reason: FetchReason, round: Round): Promise<boolean> {
    if (reason === 'slow') {
      round.silence += 1;
      slow.add(reference);
    }
    // Withdrawn by the service itself: what was kept is not published any longer.
    if (reason === 'gone' && round.refresh && ledger().references.has(reference)) await ledger().forget(reference);
    return false;
  }

  async function download(reference: string, round: Round): Promise<boolean> {
    const earlier = round.refresh ? ledger().references.get(reference) : undefined;
    const known = earlier?.from === from ? earlier : undefined;
    const fetched = await fetching(async () =>
      round.silence < MOST_SILENCE ? fetcher.fetch(reference, known?.validators ?? null) : null,
    );
    if (!fetched) return false;
    if (!fetched.ok) return noteFailure(reference, fetched.reason, round);
    round.silence = 0;
    slow.delete(reference);
    if (!fetched.value) return true;
    const { bytes, validators } = fetched.value;
    const source = digestOf(bytes);
    if (known?.source === source) return true;
    if (withdrawn().hasSource(source)) {
      await ledger().add({ reference, from, source, media: MISSING, validators });
      return false;
    }
    const plan = planMedia(cache, reference, bytes, source);
    const media = plan && (await make(plan));
    if (media) await ledger().add({ reference, from, source, media, validators });
    return media !== null;
  }

  function start(reference: string, round: Round): Promise<boolean> {
    const running = underWay.get(reference);
    if (running) return running;
    // A full disk costs pictures, not words.
    const begun = download(reference, round)
      .catch(() => false)
      .finally(() => underWay.delete(reference));
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
    renew: (reference) => start(reference, { refresh: false, silence: 0 }),
    async idle() {
      while (underWay.size) await Promise.allSettled(underWay.values());
    },
  };
}
