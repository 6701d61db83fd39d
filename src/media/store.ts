/** The media of the content service: fetched once per reference, published as variants and named files. */
import { rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteDatabase } from '../database/siteDatabase.ts';
import type { AssetFile } from '../engine/types.ts';
import { type Digest, digestOf, digestOfJson } from '../lib/digest.ts';
import { sizeOf, writeAtomic } from '../lib/files.ts';
import { nearestName } from '../lib/nearestName.ts';
import { groupOf } from '../lib/paths.ts';
import type { Media, Obtained, ObtainOptions, Withdrawal } from '../types/media.ts';
import { createDownloads, MISSING, SILENT } from './downloads.ts';
import { addressOf, createMediaFetcher, type MediaSource } from './fetch.ts';
import { folderOf, planMedia, recoveredFiles, verifiedFiles } from './groups.ts';
import { groupOfMedia, openLedger } from './ledger.ts';
import { PICTURE_RECIPE } from './transform.ts';
import { openWithdrawals, WITHDRAWALS, type Withdrawals } from './withdrawals.ts';

/** The group of an address as a person copies it: with its site or without its first slash, in whatever case. Null: it is none. */
function groupIn(given: string): string | null {
  return groupOf((URL.parse(given.trim(), 'https://site.invalid/')?.pathname ?? given).toLowerCase());
}

export interface MediaStoreOptions extends MediaSource {
  /** Holds the tables of {@link MEDIA_SCHEMA}. */
  readonly database: SiteDatabase;
  readonly cacheDir: string;
  readonly dataDir: string;
  /** Whose references these are: the embedded service runs at any address. */
  readonly origin: string;
  /** The bytes of a published file that the cache has lost, unchecked, of this machine's releases. */
  readonly recover: (digest: Digest) => Uint8Array | null;
  /** The same of many files, of the releases of all machines that share their state. */
  readonly fetchShared:
    | ((digests: Iterable<Digest>, take: (digest: Digest, bytes: Uint8Array) => void) => Promise<void>)
    | undefined;
  /** Whether machines share the list of what is withdrawn. */
  readonly isShared: boolean;
  /** Told what the operator should know, in one line. */
  readonly tell: (message: string) => void;
}

/** A file's address, or the folder of a picture's variants; null for one that could not be had. */
function addressOfMedia(media: Media): string | null {
  return media.kind === 'file' ? media.href : groupOfMedia(media);
}

export type MediaStore = ReturnType<typeof openMediaStore>;

export function openMediaStore(options: MediaStoreOptions) {
  const { database, cacheDir, dataDir, baseUrl, hosts, timeout, isShared, recover, fetchShared, tell } = options;
  const origin = `${options.origin} ${PICTURE_RECIPE}`;
  const cache = join(cacheDir, 'media');
  // A copy of a time without other machines would put back what they allow, once there are none again.
  if (isShared) rmSync(join(cacheDir, WITHDRAWALS), { force: true });
  const list = openWithdrawals(dataDir, isShared ? null : cacheDir);
  const ledger = openLedger(database);
  let withdrawals: Withdrawals | null = null;
  /** The list as of the last generation; at first as it is. */
  const currentWithdrawals = () => {
    withdrawals ??= list.read();
    return withdrawals;
  };
  const hrefOf = (reference: string) => addressOf(reference, { baseUrl, hosts })?.href ?? reference;
  const withdrawnHrefs = new WeakMap<Withdrawals, Set<string>>();
  /** Whether a list names a reference, in whatever spelling: its name, or its whole address. */
  function isListed(now: Withdrawals, reference: string): boolean {
    if (now.list.length === 0) return false;
    const hrefs = withdrawnHrefs.get(now) ?? new Set(now.list.map((entry) => hrefOf(entry.reference)));
    withdrawnHrefs.set(now, hrefs);
    return hrefs.has(hrefOf(reference));
  }
  /** Whether bytes are withdrawn. Of what was withdrawn by an address of which nothing was known more is noted, once they come. */
  async function areWithdrawn(reference: string, source: Digest, group: string | undefined): Promise<boolean> {
    if (currentWithdrawals().sources.has(source)) return true;
    const { list: listed } = list.read();
    const entry = listed.find((one) => one.source === null && group !== undefined && one.groups.includes(group));
    if (!entry) return false;
    const groups = [...new Set([...entry.groups, ...ledger.groupsOf(source)])];
    await list.write(listed.map((one) => (one === entry ? { ...one, reference, source, groups } : one)));
    withdrawals = list.read();
    return true;
  }
  const fetcher = createMediaFetcher(options);
  const downloads = createDownloads({ cache, fetcher, timeout, origin, ledger, areWithdrawn });

  /** The group of a published address, in whatever form; of what is itself a reference only when it is one in its own form. */
  function groupNamed(given: string): string | null {
    const isReference = ledger.reference(given) !== undefined || list.read().list.some(({ reference }) => reference === given);
    return isReference ? groupOf(given) : groupIn(given);
  }

  /** A reference as it is listed or known: some are names, others the whole address of the same. */
  function asKnown(given: string): string {
    const href = hrefOf(given);
    const sameIn = (names: readonly string[]) => (names.includes(given) ? given : names.find((name) => hrefOf(name) === href));
    const listed = sameIn(list.read().list.map(({ reference }) => reference));
    return listed ?? (ledger.reference(given) ? given : sameIn(ledger.everKnown())) ?? given;
  }

  /** Of a reference, or of what was published at an address. */
  function withdrawalOf(given: string) {
    const [name, group] = [asKnown(given), groupNamed(given)];
    const isIn = ({ published, groups }: Withdrawal) =>
      group !== null && (published?.startsWith(group) || groups.includes(group));
    return list.read().list.find((one) => one.reference === name || isIn(one));
  }

  function seek(given: string) {
    // A published address names the bytes as well as the reference does.
    const group = groupNamed(given);
    const earlier = withdrawalOf(given);
    const reference = (group && ledger.referenceTo(group)?.reference) ?? earlier?.reference ?? asKnown(given);
    const known = ledger.reference(reference);
    const everPublished = ledger.everPublished(reference);
    // Also one of which the content names nothing any more: a host may show it still.
    const isKnown = known !== undefined || (earlier === undefined && everPublished.length > 0);
    const suggestion = isKnown || earlier ? undefined : nearestName(reference, ledger.references());
    return { group, reference, known, isKnown, everPublished, earlier, suggestion };
  }

  /** What a reference would be published as; `away`: nobody answered; null: there is nothing. */
  async function fetchUnknown(reference: string) {
    const fetched = await fetcher.fetch(reference, null);
    if (!fetched.ok || !fetched.value) return !fetched.ok && fetched.reason === SILENT ? 'away' : null;
    const { bytes } = fetched.value;
    const source = digestOf(bytes);
    return { source, group: planMedia(cache, reference, bytes, source)?.group };
  }

  /**
   * Digests of all bytes that a reference had, the groups that were made of them, and all groups that may show them. Of what
   * nothing is known of, as where the cache is gone, the bytes are fetched: by their digest they are known under other names,
   * and where a host may show them still.
   */
  async function publishedOf({ group, reference, known, everPublished, earlier }: ReturnType<typeof seek>) {
    const before = earlier ? [earlier.source, ...earlier.earlierSources] : [];
    const inGroup = group === null ? null : ledger.sourceEverIn(group);
    const seen = [known?.source, ...before, inGroup, ...everPublished.map((one) => one.source)].filter((one) => one != null);
    const asked = group === null && seen.length === 0 ? await fetchUnknown(reference) : null;
    const fetched = asked === 'away' ? null : asked;
    const sources = new Set(fetched ? [fetched.source] : seen);
    const made = [...sources].flatMap(ledger.groupsOf);
    const named = [...everPublished.map((one) => one.group), group, fetched?.group].filter((one) => one != null);
    const groups = new Set([...(earlier?.groups ?? []), ...named, ...made]);
    return { sources, groups, made, isFound: fetched !== null, isUnseen: asked === 'away' };
  }

  /** Groups whose lost files were asked for where machines share theirs. */
  const asked = new Set<string>();
  /** Puts back what the cache has lost, all of it when the first group is asked for: many files come in one download. */
  async function fetchLostFiles(first: string): Promise<void> {
    if (!fetchShared || asked.has(first)) return;
    const { sources } = currentWithdrawals();
    const known = ledger.groups().flatMap((group) => (asked.has(group) ? [] : (ledger.group(group) ?? [])));
    const lost = known.filter((group) => !sources.has(group.source) && !verifiedFiles(cache, group));
    const paths = Map.groupBy(
      lost.flatMap(({ group, files }) => files.map(({ name, digest }) => [digest, join(folderOf(cache, group), name)] as const)),
      ([digest]) => digest,
    );
    const writing: Promise<void>[] = [];
    try {
      await fetchShared(paths.keys(), (digest, bytes) => {
        for (const [, path] of paths.get(digest) ?? []) writing.push(writeAtomic(path, bytes));
      });
    } finally {
      await Promise.all(writing);
    }
    for (const { group } of lost) asked.add(group);
  }

  const withdrawnAs = (given: string) => withdrawalOf(given)?.reference ?? null;

  return {
    /**
     * Changes whenever what a known reference resolves to may have changed for another reason than its arrival:
     * a purge or its end, also by another process, other bytes by the same name, or other hosts that may be asked. Entities resolved under another generation are resolved again.
     */
    async generation() {
      const putBack = await list.settle();
      if (putBack !== null) tell(putBack);
      withdrawals = list.read();
      return digestOfJson([withdrawals.digest, ledger.changes(), [...hosts].sort()]);
    },
    /** What is known about a reference, without asking the service. Undefined: not known yet, or worth another try. */
    peek(reference: string): Media | undefined {
      if (isListed(currentWithdrawals(), reference)) return MISSING;
      const known = ledger.reference(reference);
      // A host may have left MEDIA_HOSTS since its picture came.
      if (known?.origin !== origin || addressOf(reference, { baseUrl, hosts }) === null) return undefined;
      if (currentWithdrawals().sources.has(known.source)) return MISSING;
      // What was withdrawn when it came and is allowed again is worth another try.
      return known.media.kind === 'missing' ? undefined : known.media;
    },
    /** Why a reference could not be had when it was last asked for; null when it was, or was never asked for. */
    failure: downloads.failure,
    /** Whether a reference, or the bytes it is known to have, was withdrawn. */
    isWithdrawn(reference: string): boolean {
      const source = ledger.reference(reference)?.source;
      // As the list is now: another process may have withdrawn it since the last rebuild.
      const now = list.read();
      return isListed(now, reference) || (source !== undefined && now.sources.has(source));
    },
    /**
     * Fetches and prepares what is not known yet of some items' references. Bounded in parallel; a failure leaves the reference
     * unknown. What was asked for before and is not under way is asked for again only here.
     */
    obtain: (items: readonly (readonly string[])[], how: ObtainOptions) =>
      downloads.obtain(
        items.map((references) => references.filter((one) => !isListed(currentWithdrawals(), one))),
        how,
      ),
    /** Asks the service again, conditionally, for those of some references that are known. */
    async refresh(references: readonly string[], budget: number): Promise<Obtained> {
      // Another process may have withdrawn some since the last rebuild: these are not fetched.
      const now = list.read();
      withdrawals = now;
      const known = references.filter((one) => ledger.reference(one) && !isListed(now, one));
      return known.length === 0 ? { pending: null } : downloads.obtain([known], { budget, refresh: true });
    },
    /** The files of a group, verified (made again when the cache was damaged); null when they cannot be had. Paths are relative to `dist/`. */
    async resolveAssets(group: string): Promise<readonly AssetFile[] | null> {
      const known = ledger.group(group);
      if (known && currentWithdrawals().sources.has(known.source)) return null;
      const files = known && (verifiedFiles(cache, known) ?? (await recoveredFiles(cache, known, recover)));
      if (files) return files;
      await fetchLostFiles(group);
      const fetched = known && verifiedFiles(cache, known);
      if (fetched) return fetched;
      const reference = ledger.referenceTo(group);
      if (!reference || !(await downloads.renew(reference.reference))) return null;
      const renewed = ledger.group(group);
      return renewed ? verifiedFiles(cache, renewed) : null;
    },
    /**
     * The reference that is given, or that of an address as which one was published; whether it was ever published, or was withdrawn
     * before; and the known one that was probably meant by one of which nothing is known.
     */
    lookUp(given: string) {
      const { reference, isKnown, earlier, suggestion } = seek(given);
      return { reference, isKnown: isKnown || earlier !== undefined, suggestion };
    },
    /** Deletes the bytes of a reference; they are neither fetched nor published again, under any reference, until `allow`. */
    async purge(given: string) {
      const target = seek(given);
      const { group, reference, known, isKnown, everPublished, earlier, suggestion } = target;
      const wasWithdrawn = earlier !== undefined && known === undefined;
      const { sources, groups, made, isFound, isUnseen } = await publishedOf(target);
      const [source = null, ...earlierSources] = sources;
      const published =
        (known && addressOfMedia(known.media)) ?? earlier?.published ?? group ?? everPublished[0]?.group ?? made[0] ?? null;
      // With the groups: a purge that is cut off is completed by the next one, when they are no longer known here.
      const at = earlier?.at ?? Date.now();
      const withdrawal = { reference, source, earlierSources, at, published, groups: [...groups] };
      // What was withdrawn by its address alone is the same withdrawal, now that its name is known; another name stays withdrawn.
      const isSame = (name: string) => name === reference || (name === earlier?.reference && groupIn(name) !== null);
      const others = list.read().list.filter((one) => !isSame(one.reference));
      await list.write([...others, withdrawal]);
      withdrawals = list.read();
      for (const one of groups) await rm(folderOf(cache, one), { recursive: true, force: true });
      await ledger.withdraw(sources, withdrawal.groups);
      return {
        reference,
        /** Groups that no release may show any longer: `/media/{id}/`. */
        groups: withdrawal.groups,
        /** It is a picture or file of the content service, or was earlier, maybe under another name. */
        isKnown: isKnown || (!wasWithdrawn && (made.length > 0 || isFound)),
        /** It was withdrawn before, and nothing had come since. */
        wasWithdrawn,
        /** Its bytes could not be had now to be known under other names. */
        isUnseen,
        suggestion,
      };
    },
    /** What is withdrawn, oldest first. Throws a `Refusal` when the list is damaged. */
    withdrawn: () => list.read().list,
    withdrawnBytes: () => list.read().sources,
    /** The withdrawn reference that is, or was published as, what is given; null: nothing of it is withdrawn. */
    withdrawnAs,
    /** Takes a purge back. False when there was none. */
    async allow(given: string): Promise<boolean> {
      const reference = withdrawnAs(given);
      if (reference === null) return false;
      await list.write(list.read().list.filter((one) => one.reference !== reference));
      withdrawals = list.read();
      return true;
    },
    /** Deletes the media no kept release needs; the bytes freed. */
    async gc(keep: ReadonlySet<string>): Promise<number> {
      await downloads.idle();
      await ledger.keepOnly(keep);
      const kept = new Set(ledger.groups().map((group) => folderOf(cache, group)));
      let freed = 0;
      for (const entry of await readdir(cache, { withFileTypes: true }).catch(() => [])) {
        const folder = join(cache, entry.name);
        if (!entry.isDirectory() || kept.has(folder)) continue;
        freed += sizeOf(folder);
        await rm(folder, { recursive: true, force: true });
      }
      return freed;
    },
    /** Waits for downloads under way and lets go of kept connections. */
    async close() {
      await downloads.end();
      fetcher.close();
    },
  };
}
