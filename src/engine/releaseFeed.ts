/** Tells another thread which release is live, at a cost that follows what changed. */
import type { LiveRelease, PathChange, ReleaseUpdate } from './api.ts';
import { changesBetween } from './history.ts';
import { filesOfEarlierReleases } from './live.ts';
import { makeTable } from './releaseTable.ts';
import type { State } from './state.ts';

/** Differences beyond which a whole table is sent again: those who look up a file keep them all beside the table. */
const MOST_CHANGES = 4000;

export class ReleaseFeed {
  readonly #send: (update: ReleaseUpdate) => void;
  readonly #isKept: (path: string) => boolean;
  #told: { readonly live: LiveRelease; readonly state: State } | null = null;
  /** Differences since the last whole table. */
  #changes = 0;

  /** `isKept`: of the addresses that earlier releases answer as well. */
  constructor(send: (update: ReleaseUpdate) => void, isKept: (address: string) => boolean) {
    this.#send = send;
    this.#isKept = isKept;
  }

  tell(live: LiveRelease, state: State): void {
    if (this.#told?.live === live) return;
    const changes = this.#changesTo(live, state);
    const isSame = changes?.length === 0 && this.#told?.live.release === live.release && this.#told.live.held === live.held;
    this.#told = { live, state };
    if (isSame) return;
    this.#changes = changes ? this.#changes + changes.length : 0;
    const { release, builtAt, held, size } = live;
    const recent = makeTable(filesOfEarlierReleases(state, (path) => this.#isKept(`/${path}`)).values());
    this.#send({ release, builtAt, held, size, recent, ...(changes ? { changes } : { table: makeTable(live.files()) }) });
  }

  /** Null: not known, or so many that a whole table is better. */
  #changesTo({ release }: LiveRelease, state: State): readonly PathChange[] | null {
    // A state that was read again, or rewritten by a purge, may hold other files under the same name.
    if (!this.#told || this.#told.state !== state) return null;
    const net = changesBetween(state.history, this.#told.live.release, release);
    if (!net || this.#changes + net.size > MOST_CHANGES) return null;
    return Array.from(net.values(), ([path, , now]) => [path, now && { path, digest: now[0], size: now[1] }] as const);
  }
}
