/** What machines that share their state tell each other of deploys. */
import { randomUUID } from 'node:crypto';
import { digestOf } from '../lib/digest.ts';
import { fromChecksummed, toChecksummed } from '../lib/files.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { BucketSettings } from '../lib/settings.ts';
import { openBucket } from '../targets/s3/client.ts';
import { type OpenDeploys, openDeploysOf, type SharedDeploys } from '../targets/target.ts';
import { JSON_OBJECT, type Owner, readHead } from './head.ts';

/** What was handed to a target. */
interface Handed {
  readonly release: string;
  readonly open: OpenDeploys;
}

/** Times that a record is written while other machines write it too. */
const ATTEMPTS = 5;

const keyOf = (target: string) => `deploys/${digestOf(target)}.json`;

function isHanded(value: unknown): value is Handed {
  return typeof value === 'object' && value !== null && 'release' in value && 'open' in value && typeof value.open === 'object';
}

export function openSharedDeploys(state: BucketSettings, owner: Owner): SharedDeploys {
  const bucket = openBucket(state);
  const self = randomUUID();

  /** The record of a target, with other machines' deploys that may be under way, and its version. */
  async function read(target: string): Promise<Result<{ readonly handed: Handed | null; readonly tag: string | null }>> {
    const got = await bucket.get(keyOf(target));
    if (!got.ok) return got;
    const value = got.value && fromChecksummed(got.value.bytes);
    const tag = got.value?.tag ?? null;
    if (!isHanded(value)) return succeed({ handed: null, tag });
    return succeed({ handed: { release: value.release, open: openDeploysOf(value.open, self) }, tag });
  }

  return {
    async newest() {
      const found = await readHead(bucket, owner);
      if (!found.ok) return found;
      if (found.value.state === 'foreign')
        return fail('foreign', "STATE_URL holds another site's state, so nothing is deployed.");
      return succeed(found.value.head?.release ?? null);
    },
    async last(target) {
      const found = await read(target);
      if (!found.ok) return found;
      const { handed } = found.value;
      const isOpen = Object.keys(handed?.open ?? {}).length > 0;
      return succeed(isOpen ? null : (handed?.release ?? null));
    },
    async note(target, release, isDone) {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const found = await read(target);
        if (!found.ok) return found;
        const open = found.value.handed?.open ?? {};
        const handed: Handed = { release, open: isDone ? open : { ...open, [self]: Date.now() } };
        const object = { ...JSON_OBJECT, key: keyOf(target), bytes: Buffer.from(toChecksummed(handed)) };
        const written = await bucket.swap(object, found.value.tag);
        if (written.ok) return succeed(null);
        if (written.reason !== 'conflict') return written;
      }
      return fail('transient', 'Other machines write down their deploys in STATE_URL all the time; this one is tried again.');
    },
  };
}
