/**
 * Rebuild state that lies in a bucket too, so that any machine can go on where the last one stopped. A machine takes its
 * turn, fetches what it lacks, and hands over what it made. Files of the store are fetched when their bytes are needed.
 */
import { join } from 'node:path';
import { openBucket, type S3Options } from '../deploy/s3/client.ts';
import type { LockFailure, SharedState, StoredBlob } from '../engine/index.ts';
import { type Digest, digestOf } from '../lib/digest.ts';
import { readChecksummed, readIfPresent, writeChecksummed } from '../lib/files.ts';
import { fail, Refusal, type Result, succeed } from '../lib/result.ts';
import type { BucketSettings } from '../lib/settings.ts';
import { compiledSources, readCompiled, restoreCompiled } from './compiled.ts';
import type { Owner, Root } from './head.ts';
import { Packs, type Source } from './packs.ts';
import { chunkSources, readTree, readTreeBlob, type Stamps, type Tree, type TreeFile, writeTree } from './tree.ts';
import { type Turn, Turns, type TurnsOptions } from './turns.ts';
import { SharedWithdrawals, type WithdrawnList } from './withdrawn.ts';

export interface BucketStateOptions<Kept extends { readonly reference: string }> {
  readonly bucket: BucketSettings;
  readonly owner: Owner;
  readonly cacheDir: string;
  readonly dataDir: string;
  readonly withdrawn: WithdrawnList<Kept>;
  /** Folder of compiled sites, and the name of the one that is needed now; null: none. */
  readonly compiled: { readonly folder: string; readonly name: () => string } | null;
  /** One line for whoever runs the site. */
  readonly tell: (message: string) => void;
  readonly times?: TurnsOptions['times'];
  readonly s3?: S3Options;
}

/** What this machine had when it last met the bucket. */
interface Known {
  readonly root: Root | null;
  readonly tree: Tree | null;
  readonly stamps: Stamps;
}

const NOTHING: Known = { root: null, tree: null, stamps: {} };

export class BucketState<Kept extends { readonly reference: string }> implements SharedState {
  readonly #options: BucketStateOptions<Kept>;
  readonly #turns: Turns;
  readonly #packs: Packs;
  readonly #withdrawn: SharedWithdrawals<Kept>;
  readonly #knownFile: string;
  /** Null: it is not this machine's turn. `root` is what it took over. */
  #turn: { readonly purpose: string; readonly root: Root | null } | null = null;

  constructor(options: BucketStateOptions<Kept>) {
    const { bucket: settings, owner, cacheDir, dataDir, withdrawn, tell, times, s3 = {} } = options;
    const bucket = openBucket(settings, undefined, s3);
    this.#options = options;
    this.#knownFile = join(cacheDir, 'shared', 'known');
    this.#packs = new Packs(bucket, join(cacheDir, 'shared', 'packs'));
    this.#withdrawn = new SharedWithdrawals(bucket, withdrawn, dataDir);
    this.#turns = new Turns({
      bucket,
      owner,
      times,
      onWait: (holder) => tell(`Waiting for another machine (${holder}) ...`),
      onUnconditional: () =>
        tell('The object storage of STATE_URL ignores conditional writes: each turn begins a second later, to be sure of it.'),
    });
  }

  async enter(purpose: string): Promise<Result<null, LockFailure>> {
    for (;;) {
      const turn = await this.#turns.take(purpose);
      if (!turn.ok) return turn;
      if (turn.value.state === 'foreign') {
        const { schoolCode, siteUrl } = this.#options.owner;
        this.#options.tell(
          `STATE_URL holds another site's state, not that of ${schoolCode} at ${siteUrl}: nothing of it is used or changed. Give each site a prefix of its own.`,
        );
        return succeed(null);
      }
      const prepared = await this.#prepare(turn.value);
      if (!(await turn.value.certain)) {
        await this.#turns.abandon();
        continue;
      }
      if (prepared.ok) this.#turn = { purpose, root: turn.value.root };
      else await this.#turns.commit(turn.value.root).catch(() => {});
      return prepared;
    }
  }

  /** Brings this machine to what the bucket holds. */
  async #prepare({ state, root }: Turn): Promise<Result<null, 'unshared'>> {
    try {
      const [, damage] = await Promise.all([this.#withdrawn.pull(), this.#restore(root)]);
      const why = state === 'damaged' ? 'its head cannot be read' : damage;
      if (why) this.#packs.distrust();
      if (why) this.#options.tell(`The state in STATE_URL cannot be used (${why}): what is not known here is made anew.`);
      return succeed(null);
    } catch (error) {
      if (error instanceof Refusal) return fail('unshared', error.message);
      throw error;
    }
  }

  #known(): Known {
    return (readChecksummed(this.#knownFile) as Known | null) ?? NOTHING;
  }

  /** Null, or in a few words why the state cannot be used. Nothing on this machine changes then. */
  async #restore(root: Root | null): Promise<string | null> {
    if (!root) return null;
    const { compiled } = this.#options;
    const isWhole = await this.#packs.open(root.packs);
    const known = this.#known();
    if (known.root?.tree === root.tree) return null;
    const tree = await readTreeBlob(this.#packs, root.tree);
    if (!tree) return isWhole ? 'its list of files is damaged' : 'a part of it is missing or damaged';
    const changed = await this.#restoreFiles(tree, known);
    if (!changed) return 'a file of it is missing or damaged';
    if (compiled && tree.compiled?.name === compiled.name()) await restoreCompiled(compiled.folder, tree.compiled, this.#packs);
    await this.#remember({ root, tree, stamps: { ...known.stamps, ...changed } });
    return null;
  }

  /** Null: not all of it can be had, and nothing was written. */
  async #restoreFiles(tree: Tree, known: Known): Promise<Stamps | null> {
    const { cacheDir } = this.#options;
    const here = readTree(cacheDir, known.tree?.files ?? [], known.stamps).files;
    const chunksHere = new Map(here.map((file) => [file.path, JSON.stringify(file.chunks)]));
    const changed = tree.files.filter(({ path, chunks }) => chunksHere.get(path) !== JSON.stringify(chunks));
    const sources = chunkSources(cacheDir, here);
    const chunks = new Map<Digest, Uint8Array>();
    const wanted = new Set(changed.flatMap((file) => file.chunks.map(([digest]) => digest)));
    for (const digest of wanted) {
      const bytes = sources.get(digest)?.read();
      if (bytes) chunks.set(digest, bytes);
    }
    await this.#packs.read(wanted.difference(new Set(chunks.keys())), (digest, bytes) => chunks.set(digest, bytes));
    if (chunks.size < wanted.size) return null;
    return writeTree(cacheDir, changed, chunks);
  }

  #remember(known: Known): Promise<void> {
    return writeChecksummed(this.#knownFile, known);
  }

  /** Hands over what this machine has now, and its turn. Throws a `Refusal`. */
  async leave(needed: Iterable<StoredBlob>): Promise<void> {
    const turn = this.#turn;
    this.#turn = null;
    if (!turn) return;
    try {
      await this.#handOver(turn.purpose, needed);
    } catch (error) {
      // Nobody waits for this machine; that the turn cannot be given back either adds nothing to the reason.
      await this.#turns.commit(turn.root).catch(() => {});
      throw error;
    }
  }

  async #handOver(purpose: string, needed: Iterable<StoredBlob>): Promise<void> {
    const { cacheDir } = this.#options;
    const known = this.#known();
    await this.#withdrawn.push();
    const { files, stamps } = readTree(cacheDir, known.tree?.files ?? [], known.stamps);
    const isThorough = purpose === 'purge' || purpose === 'gc';
    const { root, dropped, tree } = await this.#upload(files, needed, isThorough);
    await this.#turns.commit(root);
    await this.#remember({ root, tree, stamps });
    await this.#packs.drop(isThorough ? await this.#packs.unnamed() : dropped);
  }

  async #upload(files: readonly TreeFile[], needed: Iterable<StoredBlob>, isStrict: boolean) {
    const { cacheDir, compiled } = this.#options;
    const before = this.#known().tree?.compiled ?? null;
    const name = compiled?.name();
    const compiledTree = compiled && name !== before?.name ? readCompiled(compiled.folder, name ?? '') : before;
    const tree: Tree = { files, compiled: compiledTree };
    const bytes = Buffer.from(JSON.stringify(tree));
    const digest = digestOf(bytes);
    const sources = chunkSources(cacheDir, files);
    const add = (source: Source) => sources.set(source.digest, source);
    for (const { file, ...blob } of needed) add({ ...blob, read: () => readIfPresent(file) });
    if (compiled && compiledTree) for (const source of compiledSources(compiled.folder, compiledTree)) add(source);
    add({ digest, size: bytes.length, read: () => bytes });
    const dropped = await this.#packs.update(sources, isStrict);
    return { tree, dropped, root: { tree: digest, packs: this.#packs.ids } };
  }

  holds(digest: Digest): boolean {
    return this.#packs.has(digest);
  }

  async fetch(digests: Iterable<Digest>, take: (digest: Digest, bytes: Buffer) => void): Promise<void> {
    await this.#packs.read(digests, take);
  }
}
