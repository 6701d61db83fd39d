import { afterAll, expect, test } from 'vitest';
import { startS3 } from '../../../scripts/bench/objectStorage.ts';
import { openSharedDeploys } from '../../../src/state/deploys.ts';

const s3 = await startS3();
afterAll(() => s3.close());

const machine = () =>
  openSharedDeploys({ ...s3.settings, prefix: 'state' }, { schoolCode: 'HTSJ', siteUrl: 'https://a.example' });

test('what a host was handed is not known while another machine has begun a deploy and not ended it', async () => {
  const [one, two] = [machine(), machine()];
  const known = () => Promise.all([one.last('host'), two.last('host')]);
  expect(await known()).toMatchObject([{ value: null }, { value: null }]);
  await one.note('host', 'first', false);
  expect(await known()).toMatchObject([{ value: 'first' }, { value: null }]);
  // The other one's whole deploy does not end the one that is under way.
  await two.note('host', 'second', false);
  await two.note('host', 'second', true);
  expect(await known()).toMatchObject([{ value: 'second' }, { value: null }]);
  await one.note('host', 'third', true);
  expect(await known()).toMatchObject([{ value: 'third' }, { value: 'third' }]);
});
