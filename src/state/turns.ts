/**
 * Machines take turns at the head. Every change of it is a conditional write, so that of two machines only one goes on; the
 * holder's last write hands over its state and its turn at once.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { S3Client } from '../deploy/s3/client.ts';
import type { LockFailure } from '../engine/index.ts';
import { toChecksummed } from '../lib/files.ts';
import { fail, Refusal, type Result, succeed } from '../lib/result.ts';
import { FORMAT, type Head, type HeadState, type Holder, type Owner, parseHead, type Read, type Root, Watch } from './head.ts';

const KEY = 'head.json';

/** Milliseconds. */
export interface LeaseTimes {
  /** After which a holder that has not renewed its lease is taken for dead. */
  readonly lifetime: number;
  readonly renewal: number;
  /** How long another machine's turn is waited for. */
  readonly patience: number;
  readonly poll: number;
  /** Where conditions are ignored: how long a write of another machine may have been on its way. */
  readonly settling: number;
}

/** A holder that died is replaced before whoever waits gives up. */
const TIMES: LeaseTimes = { lifetime: 20_000, renewal: 5000, patience: 30_000, poll: 1000, settling: 1000 };

export interface Turn {
  readonly state: HeadState;
  /** Null: nothing that can be gone on from. */
  readonly root: Root | null;
  /** Ends when it is certain that no other machine has a turn too. False: another one has. */
  readonly certain: Promise<boolean>;
}

export interface TurnsOptions {
  readonly bucket: S3Client;
  readonly owner: Owner;
  readonly times?: Partial<LeaseTimes> | undefined;
  readonly onWait: (holder: string) => void;
  /** The storage ignores conditions: told once. */
  readonly onUnconditional: () => void;
}

const whoIs = ({ host, pid, purpose }: Holder) => `process ${pid} on ${host} (${purpose})`;

function inUse(holder: Holder | null, patience: number) {
  const who = holder ? whoIs(holder) : 'several machines';
  const seconds = Math.round(patience / 1000);
  return fail('locked', `STATE_URL is in use by ${who}; waited ${seconds} s. Try again when it has ended.`);
}

/** The same head with the holder's lease renewed. */
function withRenewedLease(head: Head): Head {
  return { ...head, holder: head.holder && { ...head.holder, beat: head.holder.beat + 1 } };
}

export class Turns {
  readonly #bucket: S3Client;
  readonly #owner: Owner;
  readonly #times: LeaseTimes;
  readonly #options: TurnsOptions;
  /** Null: not known yet. */
  #isConditional: boolean | null = null;
  #tag: string | null = null;
  #held: Head | null = null;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#bucket = options.bucket;
    this.#owner = options.owner;
    this.#times = { ...TIMES, ...options.times };
  }

  /** Takes the turn of this machine. A foreign head is left alone: there is no turn then, and nothing to hand over. */
  async take(purpose: string): Promise<Result<Turn, LockFailure>> {
    const { patience, poll } = this.#times;
    const started = performance.now();
    const watch = new Watch(this.#times.lifetime);
    for (let isWaiting = false; ; isWaiting = true) {
      const got = await this.#bucket.get(KEY);
      if (!got.ok) return fail('unshared', got.message);
      const read = parseHead(got.value, this.#owner);
      if (read.state === 'foreign') return succeed({ state: read.state, root: null, certain: Promise.resolve(true) });
      const holder = watch.living(read);
      const turn = holder ? null : await this.#attempt(purpose, read);
      if (turn && (turn.ok || turn.reason !== 'locked')) return turn;
      if (performance.now() - started >= patience) return inUse(holder, patience);
      if (!isWaiting && holder) this.#options.onWait(whoIs(holder));
      await delay(holder ? poll : poll / 10);
    }
  }

  /** Fails with `locked` when another machine was quicker. */
  async #attempt(purpose: string, { state, head, found }: Read): Promise<Result<Turn, LockFailure>> {
    const holder = { id: randomUUID(), host: hostname(), pid: process.pid, purpose, beat: 0 };
    const root = head?.root ?? null;
    const taken = await this.#write({ format: FORMAT, ...this.#owner, holder, root }, found?.tag ?? null);
    if (taken.ok) return succeed({ state, root, certain: this.#begin() });
    return fail(taken.reason === 'conflict' ? 'locked' : 'unshared', taken.message);
  }

  /** Hands over a root and ends the turn. Throws a `Refusal` when another machine has taken over, or nothing can be written. */
  async commit(root: Root | null): Promise<void> {
    if (!this.#held) return;
    const last = { ...this.#held, holder: null, root };
    await this.#end();
    const written = await this.#write(last, this.#tag);
    if (written.ok) return;
    if (written.reason !== 'conflict') throw new Refusal(`${written.message} The state in STATE_URL stays as it was.`);
    throw new Refusal(
      'Another machine has taken over STATE_URL, as this one did not renew its lease in time. The next rebuild goes on from its state.',
    );
  }

  /** Ends the turn and hands over nothing: another machine has it. */
  async abandon(): Promise<void> {
    await this.#end();
  }

  #begin(): Promise<boolean> {
    this.#timer = setInterval(() => {
      this.#writing = this.#renew();
    }, this.#times.renewal);
    this.#timer.unref();
    const certain = this.#isConditional === true ? Promise.resolve(true) : this.#makeCertain();
    this.#writing = certain;
    return certain;
  }

  async #end(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#writing;
    this.#held = null;
  }

  /** A renewal that fails is made up for by the next one; when none succeeds, handing over does not either. */
  async #renew(): Promise<void> {
    await this.#writing;
    if (this.#held) await this.#write(withRenewedLease(this.#held), this.#tag);
  }

  /** Finds out whether conditions count here; where not, whether this machine's write was the last one. */
  async #makeCertain(): Promise<boolean> {
    const mine = this.#held;
    if (this.#isConditional === null && mine) {
      const next = withRenewedLease(mine);
      const probe = await this.#bucket.swap(this.#object(next), null);
      if (probe.ok) this.#remember(next, probe.value);
      if (probe.ok || probe.reason === 'unsupported') {
        this.#isConditional = false;
        this.#options.onUnconditional();
      } else if (probe.reason === 'conflict') {
        this.#isConditional = true;
        return true;
      }
    }
    await delay(this.#times.settling);
    const got = await this.#bucket.get(KEY);
    return got.ok && parseHead(got.value, this.#owner).head?.holder?.id === mine?.holder?.id;
  }

  #object(head: Head) {
    const bytes = Buffer.from(toChecksummed(head));
    return { key: KEY, bytes, contentType: 'application/json', cacheControl: 'no-store' };
  }

  async #write(head: Head, tag: string | null): Promise<Result<null, 'conflict' | 'refused'>> {
    const object = this.#object(head);
    let written = await this.#bucket.swap(object, tag);
    if (!written.ok && written.reason === 'unsupported') {
      const put = await this.#bucket.put(object);
      written = put.ok ? succeed('') : put;
    }
    if (!written.ok) return fail(written.reason === 'conflict' ? 'conflict' : 'refused', written.message);
    this.#remember(head, written.value);
    return succeed(null);
  }

  #remember(head: Head, tag: string): void {
    this.#tag = tag;
    this.#held = head.holder && head;
  }
}
