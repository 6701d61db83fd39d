/** The media of the content service: fetched once per reference, published as variants and named files. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOfJson } from '../lib/digest.ts';
import { groupOf } from '../lib/paths.ts';
import type { Media } from '../types/entities.ts';
import type { MediaStore, Purged, SuppliedMedia } from '../types/media.ts';
import { createDownloads } from './downloads.ts';
import { addressOf, createMediaFetcher } from './fetch.ts';
import { folderOf, groupOfMedia, removeGroup, verifiedFiles } from './groups.ts';
import { ensureLedger, type KnownReference, openLedger } from './ledger.ts';
import { PICTURE_RECIPE } from './transform.ts';
import { openWithdrawn } from './withdrawn.ts';

export interface MediaStoreOptions {
  /** A folder `media` is made in it. */
  readonly cacheDir: string;
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
}

const MISSING: Media = { kind: 'missing' };

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).then(({ size }) => size)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Opens the media store. Its journal is read when a reference is first asked for. */
export function openMediaStore(options: MediaStoreOptions): MediaStore {
  const { cacheDir, baseUrl, origin = baseUrl, hosts, timeout = 15_000, maxBytes = 60 * 1024 * 1024 } = options;
  const cache = join(cacheDir, 'media');
  const list = openWithdrawn(join(cache, 'purged.json'));
  let withdrawn = list.read();
  let opened: ReturnType<typeof openLedger> | null = null;

  const journal = join(cache, 'journal.jsonl');
  const ensure = () => ensureLedger(journal, `1 ${PICTURE_RECIPE}`);
  const ledger = () => {
    if (!opened) ensure();
    opened ??= openLedger(journal);
    return opened;
  };
  const fetcher = createMediaFetcher({ baseUrl, hosts, timeout, maxBytes });
  const downloads = createDownloads({ cache, fetcher, from: origin, ledger, withdrawn: () => withdrawn });

  function peek(reference: string): Media | undefined {
    if (withdrawn.has(reference)) return MISSING;
    const known = ledger().references.get(reference);
    // A host may have left MEDIA_HOSTS since its picture came.
    if (known?.from !== origin || addressOf(reference, { baseUrl, hosts }) === null) return undefined;
    return withdrawn.hasSource(known.source) ? MISSING : known.media;
  }

  /** A reference that is published in a group. */
  function referenceOf(group: string): KnownReference | undefined {
    return [...ledger().references.values()].find(({ media }) => groupOfMedia(media) === group);
  }

  async function supply(group: string): Promise<readonly SuppliedMedia[] | null> {
    const known = ledger().groups.get(group);
    if (known && withdrawn.hasSource(known.source)) return null;
    const files = known && (await verifiedFiles(cache, known));
    if (files) return files;
    const reference = referenceOf(group);
    if (!reference || !(await downloads.renew(reference.reference))) return null;
    const renewed = ledger().groups.get(group);
    return renewed ? verifiedFiles(cache, renewed) : null;
  }

  async function purge(given: string): Promise<Purged> {
    // A published address names the bytes as well as the reference does.
    const group = groupOf(given);
    const reference = (group && referenceOf(group)?.reference) ?? given;
    const source = ledger().references.get(reference)?.source ?? null;
    await list.write(withdrawn.with({ reference, source }));
    withdrawn = list.read();
    const gone = [...ledger().groups.values()].filter((known) => known.source === source);
    for (const { group: name } of gone) await removeGroup(cache, name);
    await ledger().compact((line) => line.source !== source);
    return {
      groups: gone.map(({ group: name }) => name),
      digests: gone.flatMap(({ files }) => files.map(({ digest }) => digest)),
    };
  }

  async function allow(given: string): Promise<boolean> {
    if (!withdrawn.has(given)) return false;
    await list.write(withdrawn.without(given));
    withdrawn = list.read();
    // References found to be withdrawn bytes are worth another try.
    await ledger().compact((line) => !('reference' in line) || line.media.kind !== 'missing');
    return true;
  }

  async function collect(keep: ReadonlySet<string>): Promise<number> {
    await downloads.idle();
    await ledger().compact((line) => {
      const group = 'group' in line ? line.group : groupOfMedia(line.media);
      return group === null || keep.has(group);
    });
    const kept = new Set([...ledger().groups.keys()].map((group) => folderOf(cache, group)));
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
    async generation() {
      const before = withdrawn;
      withdrawn = list.read();
      const identity = ensure();
      // Another process changed the list, and with it the journal; or somebody deleted the journal.
      if (withdrawn !== before || opened?.identity !== identity) opened = null;
      return digestOfJson([withdrawn.digest, identity, [...hosts].sort()]);
    },
    peek,
    obtain: (references, how) =>
      downloads.obtain(
        [...new Set(references)].filter((one) => !withdrawn.has(one)),
        how,
      ),
    supply,
    purge,
    allow,
    collect,
    async close() {
      await downloads.idle();
      fetcher.close();
    },
  };
}
