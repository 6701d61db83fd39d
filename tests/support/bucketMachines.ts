/** Machines that share the state of their rebuilds in one object storage. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { startS3 } from '../../scripts/bench/objectStorage.ts';
import type { StoredBlob } from '../../src/engine/index.ts';
import { digestOf } from '../../src/lib/digest.ts';
import { openWithdrawals } from '../../src/media/withdrawals.ts';
import { BucketState } from '../../src/state/bucketState.ts';
import { temporaryFolder } from './trees.ts';

const OWNER = { schoolCode: 'HTSJ', siteUrl: 'https://school.example' };
/** Milliseconds. The lease is longer than any pause of a loaded machine. */
const TIMES = { lifetime: 30_000, renewal: 100, patience: 30_000, poll: 20, settling: 500 };

/** The object storage of a test file. Each test has a key prefix of its own, below which its machines find no objects. */
export async function bucketMachines() {
  const s3 = await startS3();
  let folder: ReturnType<typeof temporaryFolder>;
  let tests = 0;
  afterAll(() => s3.close());
  beforeEach(() => {
    folder = temporaryFolder();
    tests += 1;
    s3.requests.length = 0;
  });
  afterEach(() => {
    s3.answer = () => 'pass';
    s3.isConditional = true;
    folder.remove();
  });

  function machine(name: string, times = {}, timeout = 30_000) {
    const [cacheDir, dataDir] = [join(folder.path, name, 'cache'), join(folder.path, name, 'data')];
    const told: string[] = [];
    const state = new BucketState({
      bucket: { ...s3.settings, prefix: `p${tests}` },
      owner: OWNER,
      cacheDir,
      dataDir,
      withdrawn: openWithdrawals(dataDir),
      compiled: null,
      tell: (message) => void told.push(message),
      times: { ...TIMES, ...times },
      s3: { timeout, backOff: 1 },
    });
    return {
      state,
      told,
      read: (path: string) => readFileSync(join(cacheDir, path), 'utf8'),
      write(path: string, text: string): void {
        mkdirSync(join(cacheDir, path, '..'), { recursive: true });
        writeFileSync(join(cacheDir, path), text);
      },
      /** Files of the store with these texts. */
      stored(...texts: string[]): StoredBlob[] {
        mkdirSync(join(folder.path, name), { recursive: true });
        return texts.map((text) => {
          const digest = digestOf(text);
          const file = join(folder.path, name, digest);
          writeFileSync(file, text);
          return { digest, size: text.length, file };
        });
      },
      async enter() {
        const entered = await state.enter('rebuild');
        if (!entered.ok) throw new Error(entered.message);
      },
    };
  }

  return {
    s3,
    machine,
    /** The address of an object of this test. */
    addressOf: (key: string) => `${s3.settings.endpoint}/${s3.settings.bucket}/p${tests}/${key}`,
  };
}
