/** The embedded content service on a small content folder of its own. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach } from 'vitest';
import {
  type ContentService,
  type ContentServiceOptions,
  startContentService,
} from '../../../scripts/content-service/service.ts';
import { TEMPORARY } from '../../support/temporary.ts';

const TOKEN = 'a token of the tests';
export const bearer = { Authorization: `Bearer ${TOKEN}` };
export const PICTURE = Buffer.from('not quite a JPEG, but the service does not look inside');
export const CERTIFICATE = Buffer.from('a certificate');

/** Polls until `wanted` accepts a value, and gives it. The test's timeout is the limit. */
export async function until<Value>(probe: () => Value | Promise<Value>, wanted: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await probe();
    if (wanted(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The rig of one test. */
class EmbeddedServiceRig {
  readonly folder = mkdtempSync(join(TEMPORARY, 'content-service-'));
  /** The lines of its log. */
  readonly logged: string[] = [];
  /** Called after the test, the last one first. */
  readonly closing: (() => Promise<unknown> | unknown)[] = [() => rmSync(this.folder, { recursive: true, force: true })];

  constructor() {
    mkdirSync(this.file('media'), { recursive: true });
    mkdirSync(this.file('news'));
    this.write('news/a-first.yaml', 'title: "A & B"\nfromDate: 2026-11-02\nimage: sports day.jpg\n');
    this.write('news/b-more.json', JSON.stringify([{ _id: 'n2', title: 'Second' }, { title: 'Third' }]));
    this.write('gallery.yaml', '- _id: alb-1\n  title: Album\n  category: PhotoGallery\n  attachments: [sports day.jpg]\n');
    this.write('certificates.yaml', '- admission: HT/2019/0412\n  name: Mira Sen\n  image: tc-0412.jpg\n');
    mkdirSync(this.file('certificates'));
    this.placed('certificates/tc-0412.jpg', CERTIFICATE);
    this.placed('media/sports day.jpg', PICTURE);
    this.placed('media/100% ready #1?.jpg', PICTURE);
    this.placed('media/circular.pdf', '%PDF-1.4');
  }

  /** The file at a path of the content folder. */
  file(path: string): string {
    return join(this.folder, 'content', path);
  }

  write(path: string, content: string | Buffer): void {
    writeFileSync(this.file(path), content);
  }

  /** Writes a file that has been there for long: the service waits for none that may still be on its way. */
  placed(path: string, content: string | Buffer): void {
    this.write(path, content);
    utimesSync(this.file(path), 1e9, 1e9);
  }

  async start(change: Partial<ContentServiceOptions> = {}): Promise<ContentService> {
    const service = await startContentService({
      folder: join(this.folder, 'content'),
      dataDir: join(this.folder, 'data'),
      port: 0,
      token: TOKEN,
      schoolCode: 'HTSJ',
      log: (message) => this.logged.push(message),
      ...change,
    });
    this.closing.push(() => service.close());
    return service;
  }

  /** The service's database, opened read-only. */
  database(): DatabaseSync {
    const database = new DatabaseSync(join(this.folder, 'data', 'submissions.sqlite'), { readOnly: true });
    this.closing.push(() => database.close());
    return database;
  }

  submissions(): { type: string; fields: unknown; files: number }[] {
    const count = '(SELECT count(*) FROM files WHERE submission = submissions.id)';
    const rows = this.database().prepare(`SELECT type, fields, ${count} AS files FROM submissions ORDER BY id`).all();
    return rows.map((row) => ({
      type: String(row.type),
      fields: JSON.parse(String(row.fields)),
      files: Number(row.files),
    }));
  }

  async close(): Promise<void> {
    for (const close of this.closing.reverse()) await close();
  }
}

/** A rig for each test of a file. */
export function embeddedServiceRig(): () => EmbeddedServiceRig {
  let rig: EmbeddedServiceRig;
  beforeEach(() => {
    rig = new EmbeddedServiceRig();
  });
  afterEach(() => rig.close());
  return () => rig;
}
