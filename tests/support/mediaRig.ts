/** A media store with a cache of its own, beside a content service whose pictures and files a test sets. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach } from 'vitest';
import { SiteDatabase } from '../../src/database/siteDatabase.ts';
import type { AssetFile } from '../../src/engine/types.ts';
import { MEDIA_SCHEMA } from '../../src/media/ledger.ts';
import { type MediaStore, type MediaStoreOptions, openMediaStore } from '../../src/media/store.ts';
import type { Media, Picture } from '../../src/types/media.ts';
import { type StubAnswer, type StubService, startStubService } from './stubService.ts';
import { TEMPORARY } from './temporary.ts';

export const FOREVER = { budget: Number.POSITIVE_INFINITY };
export const PDF = Buffer.from('%PDF-1.7 circular');
export const MISSING = { kind: 'missing' };

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#a02010' } });
export const red = await plain(700, 500).png().toBuffer();
/** A photo with the EXIF orientation 6, a quarter turn, and the name of an artist. */
export const camera = await plain(2400, 1600)
  .jpeg()
  .withExif({ IFD0: { Artist: 'Somebody' } })
  .withMetadata({ orientation: 6 })
  .toBuffer();

export function pictureOf(media: Media | undefined): Picture {
  if (media?.kind !== 'image') throw new Error(`No picture but ${JSON.stringify(media)}.`);
  return media;
}

/** The rig of one test. */
class MediaRig {
  readonly service: StubService;
  readonly cacheDir: string;
  /** What the service has, by reference. */
  readonly stored = new Map<string, Buffer | StubAnswer>();
  readonly store: MediaStore;
  readonly #databases: SiteDatabase[] = [];

  constructor(service: StubService, cacheDir: string) {
    this.service = service;
    this.cacheDir = cacheDir;
    service.answer = this.answer;
    this.store = this.open();
  }

  /** How the service answers. */
  readonly answer: StubAnswer = (arrived, response) => {
    const reference = decodeURIComponent(arrived.url.replace('/api/image/', ''));
    const found = this.stored.get(reference);
    if (!found) response.writeHead(404).end();
    else if (typeof found === 'function') found(arrived, response);
    else if (arrived.headers['if-none-match'] === `"${found.length}"`) response.writeHead(304).end();
    else response.writeHead(200, { etag: `"${found.length}"` }).end(found);
  };

  /** Another process's connection. */
  openDatabase(cacheDir = this.cacheDir): SiteDatabase {
    const database = new SiteDatabase({ file: join(cacheDir, 'site.db'), schema: [MEDIA_SCHEMA] });
    this.#databases.push(database);
    return database;
  }

  /** Another process's store, on the same cache unless told. */
  open(more: Partial<MediaStoreOptions> = {}): MediaStore {
    const { cacheDir = this.cacheDir } = more;
    return openMediaStore({
      database: this.openDatabase(cacheDir),
      cacheDir,
      dataDir: join(this.cacheDir, 'data'),
      baseUrl: this.service.url,
      hosts: [],
      timeout: 20_000,
      origin: this.service.url,
      recover: () => null,
      fetchShared: undefined,
      isShared: false,
      tell() {},
      ...more,
    });
  }

  /** The references that the service was asked for. */
  asked(): string[] {
    return this.service.arrived.map(({ url }) => decodeURIComponent(url.replace('/api/image/', '')));
  }

  async obtained(reference: string, from = this.store): Promise<Media | undefined> {
    await from.obtain([[reference]], FOREVER);
    return from.peek(reference);
  }

  async filesOf(group: string, from = this.store): Promise<readonly AssetFile[]> {
    return (await from.resolveAssets(group)) ?? [];
  }

  async close(): Promise<void> {
    await this.store.close();
    await this.service.close();
    for (const database of this.#databases) database.close();
    await rm(this.cacheDir, { recursive: true, force: true });
  }
}

/** A rig for each test of a file. */
export function mediaRig(): () => MediaRig {
  let rig: MediaRig;
  beforeEach(async () => {
    const service = await startStubService((_arrived, response) => response.writeHead(503).end());
    rig = new MediaRig(service, await mkdtemp(join(TEMPORARY, 'media-')));
  });
  afterEach(() => rig.close());
  return () => rig;
}
