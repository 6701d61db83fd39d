import { expect, test } from 'vitest';
import { createReader } from '../../../src/snapshot/queries/index.ts';
import { compiledSite, settingsFor } from '../../support/rig.ts';

test('a page that cannot be rendered fails with the error that was thrown', async () => {
  const site = await compiledSite(settingsFor('/nowhere'));
  const reader = createReader((query) => {
    throw new Error(`There is no answer to ${query}.`);
  });
  await expect(site.render('/News', reader)).rejects.toThrow('There is no answer to');
});
