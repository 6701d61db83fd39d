/** What is known about media references and the files made of them: tables of the site's database. */
import type { SiteDatabase } from '../database/siteDatabase.ts';
import type { Digest } from '../lib/digest.ts';
import type { FileFacts } from '../lib/files.ts';
import type { Validators } from '../lib/http.ts';
import { groupOf } from '../lib/paths.ts';
import type { Media } from '../types/media.ts';

export interface KnownReference {
  readonly reference: string;
  /** The service that gave it, and the recipe of what was made of it: another one means other bytes by the same name. */
  readonly origin: string;
  /** Digest of the bytes as the service gave them. */
  readonly source: Digest;
  readonly media: Media;
  readonly validators: Validators;
}

/** The published files of one picture or attachment. */
export interface KnownGroup {
  /** `/media/{id}/` or `/files/{id}/`. */
  readonly group: string;
  readonly source: Digest;
  readonly media: Media;
  readonly files: readonly GroupFile[];
}

export interface GroupFile extends FileFacts {
  readonly name: string;
  /** Equal time and size: not touched since it was written. */
  readonly modified: number;
}

export const MEDIA_SCHEMA: readonly string[] = [
  // `media` and `files` are JSON; `asset_group` is null for a reference whose bytes were withdrawn.
  `CREATE TABLE media_reference(reference TEXT PRIMARY KEY, origin TEXT NOT NULL, source TEXT NOT NULL, media TEXT NOT NULL,
    asset_group TEXT, etag TEXT, last_modified TEXT) WITHOUT ROWID`,
  'CREATE INDEX media_reference_to ON media_reference(asset_group)',
  'CREATE INDEX media_reference_of ON media_reference(source)',
  'CREATE TABLE media_group(asset_group TEXT PRIMARY KEY, source TEXT NOT NULL, media TEXT NOT NULL, files TEXT NOT NULL) WITHOUT ROWID',
  'CREATE INDEX media_group_of ON media_group(source)',
  // All that references were ever published as: releases that are kept show it still, whatever the content names now.
  `CREATE TABLE media_published(reference TEXT NOT NULL, asset_group TEXT NOT NULL, source TEXT NOT NULL,
    PRIMARY KEY (reference, asset_group)) WITHOUT ROWID`,
  'CREATE INDEX media_published_in ON media_published(asset_group)',
  // How often something was withdrawn, went, or came to be other bytes by the same name.
  'CREATE TABLE media_withdrawal(only INTEGER PRIMARY KEY CHECK (only = 1), count INTEGER NOT NULL)',
];

/** The group of published media; null for media that are missing. */
export function groupOfMedia(media: Media): string | null {
  if (media.kind === 'image') return `/media/${media.id}/`;
  return media.kind === 'file' ? groupOf(media.href) : null;
}

/** A row of `media_reference`. */
interface ReferenceRow extends Pick<KnownReference, 'reference' | 'origin' | 'source'> {
  readonly media: string;
  readonly etag: string | null;
  readonly last_modified: string | null;
}

function referenceOf(row: ReferenceRow | null): KnownReference | undefined {
  if (!row) return undefined;
  const { reference, origin, source, media, etag, last_modified: lastModified } = row;
  return { reference, origin, source, media: JSON.parse(media) as Media, validators: { etag, lastModified } };
}

export type MediaLedger = ReturnType<typeof openLedger>;

export function openLedger(database: SiteDatabase) {
  /** A picture that comes while nothing is rebuilt is written in a transaction of its own. */
  const write = (act: () => void) => database.join('media', act);
  const countChange = () =>
    database.run('INSERT INTO media_withdrawal VALUES (1, 1) ON CONFLICT DO UPDATE SET count = count + 1');

  return {
    reference: (reference: string) => referenceOf(database.get('SELECT * FROM media_reference WHERE reference = ?', reference)),
    referenceTo: (group: string) =>
      referenceOf(database.get('SELECT * FROM media_reference WHERE asset_group = ? LIMIT 1', group)),
    references: () => database.column('SELECT reference FROM media_reference'),
    /** Also those whose items are gone. */
    everKnown: () => database.column('SELECT reference FROM media_reference UNION SELECT reference FROM media_published'),
    group(group: string): KnownGroup | undefined {
      const sql = 'SELECT source, media, files FROM media_group WHERE asset_group = ?';
      const row = database.get<{ readonly source: Digest; readonly media: string; readonly files: string }>(sql, group);
      if (!row) return undefined;
      const { source, media, files } = row;
      return { group, source, media: JSON.parse(media) as Media, files: JSON.parse(files) as GroupFile[] };
    },
    groups: () => database.column('SELECT asset_group FROM media_group'),
    /** The groups that were ever made of these bytes, whatever the content names now: a host may show them still. */
    groupsOf: (source: Digest) =>
      database.column(
        'SELECT asset_group FROM media_group WHERE source = ?1 UNION SELECT asset_group FROM media_published WHERE source = ?1',
        source,
      ),
    /** What a reference was ever published as, also long after its item is gone, without what another one is published as now. */
    everPublished(reference: string) {
      const others = 'SELECT asset_group FROM media_reference WHERE reference <> ?1 AND asset_group IS NOT NULL';
      const sql = `SELECT asset_group AS "group", source FROM media_published WHERE reference = ?1 AND asset_group NOT IN (${others})`;
      return database.all<{ readonly group: string; readonly source: Digest }>(sql, reference);
    },
    sourceEverIn: (group: string) =>
      database.value<Digest>('SELECT source FROM media_published WHERE asset_group = ? LIMIT 1', group),
    /** How often something was withdrawn, went, or came to be other bytes, by any process. */
    changes: () => database.value<number>('SELECT count FROM media_withdrawal') ?? 0,
    /** `made`: the files made of it; null: there are none. */
    record: ({ reference, origin, source, media, validators }: KnownReference, made: KnownGroup | null) =>
      write(() => {
        if (made) {
          const { group, files } = made;
          const json = [JSON.stringify(made.media), JSON.stringify(files)];
          database.run('INSERT OR REPLACE INTO media_group VALUES (?, ?, ?, ?)', group, made.source, ...json);
          database.run('INSERT OR REPLACE INTO media_published VALUES (?, ?, ?)', reference, group, made.source);
        }
        const { etag, lastModified } = validators;
        const group = groupOfMedia(media);
        const before = database.value<string>('SELECT asset_group FROM media_reference WHERE reference = ?', reference);
        if (before != null && before !== group) countChange();
        const known = [reference, origin, source, JSON.stringify(media), group, etag, lastModified];
        database.run('INSERT OR REPLACE INTO media_reference VALUES (?, ?, ?, ?, ?, ?, ?)', ...known);
      }),
    /** For bytes that are what they were. */
    validate: (reference: string, { etag, lastModified }: Validators) =>
      write(() =>
        database.run('UPDATE media_reference SET etag = ?, last_modified = ? WHERE reference = ?', etag, lastModified, reference),
      ),
    forget: (reference: string) =>
      write(() => {
        database.run('DELETE FROM media_reference WHERE reference = ?', reference);
        countChange();
      }),
    /** Forgets all that was made of these bytes, and these groups. */
    withdraw: (sources: Iterable<Digest>, groups: readonly string[]) =>
      write(() => {
        countChange();
        for (const source of sources) {
          database.run('DELETE FROM media_group WHERE source = ?', source);
          database.run('DELETE FROM media_reference WHERE source = ?', source);
        }
        for (const group of groups) database.run('DELETE FROM media_group WHERE asset_group = ?', group);
      }),
    /** Forgets the groups that are not among these, with the references to them. */
    keepOnly: (groups: ReadonlySet<string>) =>
      write(() => {
        const known =
          'SELECT asset_group FROM media_group UNION SELECT asset_group FROM media_reference WHERE asset_group IS NOT NULL';
        for (const group of database.column(known)) {
          if (groups.has(group)) continue;
          database.run('DELETE FROM media_group WHERE asset_group = ?', group);
          database.run('DELETE FROM media_reference WHERE asset_group = ?', group);
        }
      }),
  };
}
