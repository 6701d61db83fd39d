import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeComponentPage } from '../../../scripts/lib/componentPage.ts';
import * as examples from '../../support/componentExamples.tsx';
import { fetchedAtOnce } from '../../support/published.ts';
import { temporaryFolder } from '../../support/trees.ts';
import { words } from '../../support/words.ts';

test('the page of all components is written with everything that it loads', async () => {
  const folder = temporaryFolder();
  await writeComponentPage(folder.path, examples, words.site.colours);
  const html = readFileSync(join(folder.path, 'index.html'), 'utf8');
  const style = readFileSync(join(folder.path, 'style.css'), 'utf8');
  const loaded = new Set(
    [...fetchedAtOnce({ path: '/', html }), ...fetchedAtOnce({ path: '/', html: `<style>${style}</style>` })]
      .filter((address) => !address.startsWith('data:'))
      .map((address) => new URL(address, 'http://components/').pathname),
  );
  expect(loaded.size).toBeGreaterThan(10);
  expect([...loaded].filter((path) => !existsSync(join(folder.path, path)))).toEqual([]);
  folder.remove();
});
