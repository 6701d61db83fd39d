/** Which reference is asked for next: items take turns, so that one with many pictures keeps no other waiting. */

/** References that were asked for together. */
export interface Round {
  readonly refresh: boolean;
  /** Told once of each reference whether it came. */
  readonly settle: (reference: string, came: boolean) => void;
  /** Failures in a row without an answer. */
  silence: number;
  /** Milliseconds that failures took, less those of what came. */
  wasted: number;
}

/** What is still to be asked for of one item. */
export interface Share {
  readonly round: Round;
  readonly references: string[];
  /** A reference of it took long to fail: it waits until the others are done. */
  isSlow: boolean;
}

export class FairQueue {
  #shares: Share[] = [];

  /** Adds a round. What earlier ones still wait for and this one does not ask for is no longer wanted, but for a refresh. */
  begin(shares: readonly Share[]): void {
    const left = this.#shares.filter(({ round }) => round.refresh);
    const dropped = this.#shares.filter(({ round }) => !round.refresh);
    this.#shares = [...shares, ...left];
    for (const share of dropped) drop(share);
  }

  /** Adds a share whose turn is the next one. */
  putFirst(share: Share): void {
    this.#shares.unshift(share);
  }

  next(): { readonly share: Share; readonly reference: string } | null {
    const at = this.#shares.findIndex(({ isSlow }) => !isSlow);
    const [share] = this.#shares.splice(Math.max(at, 0), 1);
    const reference = share?.references.shift();
    if (!share || reference === undefined) return null;
    if (share.references.length > 0) this.#shares.push(share);
    return { share, reference };
  }

  /** Drops everything. */
  end(): void {
    const dropped = this.#shares;
    this.#shares = [];
    for (const share of dropped) drop(share);
  }
}

function drop({ round, references }: Share): void {
  for (const reference of references) round.settle(reference, false);
}
