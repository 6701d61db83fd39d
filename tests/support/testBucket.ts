/** Deploys of small sites to an object storage in the test's process. Each test has a key prefix of its own. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type S3, startS3 } from '../../scripts/bench/objectStorage.ts';
import { digestOf } from '../../src/lib/digest.ts';
import type { BucketSettings } from '../../src/lib/settings.ts';
import { type DeployOptions, deploy } from '../../src/targets/deploy.ts';
import { s3Target } from '../../src/targets/s3/target.ts';
import { temporaryFolder } from './trees.ts';

const HOME = { 'index.html': '<h1>Home</h1>', '404.html': '<h1>Page not found</h1>', 'assets/app.1.js': 'start()' };
export const FIRST = {
  ...HOME,
  'News.html': 'news <img src="/media/aaa/320.webp">',
  'News/2025-03.html': 'march',
  'media/aaa/320.webp': 'picture a',
};
export const SECOND = { ...HOME, 'News.html': 'news <img src="/media/bbb/320.webp">', 'media/bbb/320.webp': 'picture b' };

type Files = Readonly<Record<string, string>>;

interface Changes extends Partial<BucketSettings> {
  readonly purge?: { readonly url: string; readonly token: string };
  /** Of one request, ms. */
  readonly timeout?: number;
}

class Bucket {
  readonly s3: S3;
  now = Date.UTC(2026, 10, 21);
  readonly #prefix: string;
  readonly #cacheDir: string;

  constructor(s3: S3, prefix: string, cacheDir: string) {
    this.s3 = s3;
    this.#cacheDir = cacheDir;
    this.#prefix = prefix;
  }

  /** The options of a deploy of these files. */
  options(files: Files, { purge, timeout = 20_000, ...changes }: Changes = {}) {
    const bucket = { ...this.s3.settings, prefix: this.#prefix, ...changes };
    const target = s3Target(
      { target: 's3', minInterval: 1, bucket, purge: purge ?? null },
      { siteUrl: 'https://school.example', now: () => this.now, timeout, backOff: 1 },
    );
    const list = Object.entries(files).map(([path, text]) => ({ path, digest: digestOf(text), size: text.length, file: path }));
    const engine: DeployOptions['engine'] = {
      live: () => ({ release: digestOf(JSON.stringify(files)).slice(0, 8), files: () => list }),
      read: async ({ path }) => new TextEncoder().encode(files[path]),
    };
    return { engine, cacheDir: this.#cacheDir, target, backOff: 1 };
  }

  async deployed(files: Files, changes?: Changes) {
    this.s3.requests.length = 0;
    const done = await deploy(this.options(files, changes));
    if (!done.ok) throw new Error(done.message);
    return done.value;
  }

  async failure(files: Files, changes?: Changes): Promise<string> {
    const done = await deploy(this.options(files, changes));
    return done.ok ? 'no failure' : done.message;
  }

  /** Address of an object. */
  addressOf(key: string): string {
    return `${this.s3.settings.endpoint}/${this.s3.settings.bucket}/${this.#prefix}/${key}`;
  }

  /** The response to a visitor who requests an object. */
  async fetched(key: string) {
    const response = await fetch(this.addressOf(key));
    const { status, headers } = response;
    return { status, text: await response.text(), type: headers.get('content-type'), cache: headers.get('cache-control') };
  }

  /** The requests that write, with their keys. */
  written(): string[] {
    const writing = this.s3.requests.filter((line) => !line.startsWith('GET '));
    return writing.map((line) => line.replace(`/${this.s3.settings.bucket}/${this.#prefix}/`, ''));
  }
}

/** The bucket of each test of a file. */
export function testBucket(): () => Bucket {
  let s3: S3;
  let bucket: Bucket;
  let tests = 0;
  const cache = temporaryFolder();
  beforeAll(async () => {
    s3 = await startS3();
  });
  beforeEach(() => {
    tests += 1;
    s3.answer = () => 'pass';
    s3.requests.length = 0;
    bucket = new Bucket(s3, `p${tests}`, cache.path);
  });
  afterAll(async () => {
    await s3.close();
    cache.remove();
  });
  return () => bucket;
}
