/** What machines that share their state tell each other of deploys. */
import { digestOf } from '../lib/digest.ts';
import { fromChecksummed, toChecksummed } from '../lib/files.ts';
import { fail, succeed } from '../lib/result.ts';
import type { BucketSettings } from '../lib/settings.ts';
import { openBucket } from '../targets/s3/client.ts';
import type { SharedDeploys } from '../targets/target.ts';
import { JSON_OBJECT, type Owner, readHead } from './head.ts';

const keyOf = (target: string) => `deploys/${digestOf(target)}.json`;

export function openSharedDeploys(state: BucketSettings, owner: Owner): SharedDeploys {
  const bucket = openBucket(state);
  return {
    async newest() {
      const found = await readHead(bucket, owner);
      if (!found.ok) return found;
      if (found.value.state === 'foreign')
        return fail('foreign', "STATE_URL holds another site's state, so nothing is deployed.");
      return succeed(found.value.head?.release ?? null);
    },
    async last(target) {
      const got = await bucket.get(keyOf(target));
      if (!got.ok) return got;
      const release = got.value && fromChecksummed(got.value.bytes);
      return succeed(typeof release === 'string' ? release : null);
    },
    note(target, release) {
      return bucket.put({ ...JSON_OBJECT, key: keyOf(target), bytes: Buffer.from(toChecksummed(release)) });
    },
  };
}
