import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { wordFiles } from '../src/content/plugin.ts';
import { readWords } from '../src/content/read.ts';
import { succeed } from '../src/lib/result.ts';
import { print, ROOT, runTool, stopSignal } from './lib/command.ts';
import { type Examples, writeComponentPage } from './lib/componentPage.ts';
import { takeSheet } from './lib/sheet.ts';
import { serveFolder } from './lib/staticServer.ts';

const description = {
  name: 'components',
  summary: 'A page with every component in every state, outside the site, and its pictures in light and dark; in .components/.',
  options: { serve: { type: 'boolean', help: 'Take no pictures; show the page in a browser until Ctrl-C.' } },
} as const;

await runTool(description, async ({ values }) => {
  const words = readWords(await wordFiles());
  if (!words.ok) return words;
  const { runnerImport } = await import('vite');
  // Node reads no JSX; Vite compiles it as it does for the tests.
  const { module } = await runnerImport<Examples>('/tests/support/componentExamples.tsx', { root: ROOT });
  const folder = join(ROOT, '.components');
  await rm(folder, { recursive: true, force: true });
  await writeComponentPage(folder, module, words.value.site.colours);
  const served = await serveFolder(folder);
  try {
    if (!values.serve) return await takeSheet({ base: served.url, routes: ['/'], folder: join(folder, 'sheet') });
    print(`Every component: ${served.url}`);
    await stopSignal();
    return succeed(null);
  } finally {
    await served.close();
  }
});
