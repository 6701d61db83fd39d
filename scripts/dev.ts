import { dev } from 'astro';
import { offerDevReader } from '../src/lib/devPort.ts';
import { succeed } from '../src/lib/result.ts';
import { openSite } from '../src/site/open.ts';
import { runCommand } from './lib/command.ts';
import { openContentSource } from './lib/content.ts';
import { devFiles } from './lib/dev-files.ts';
import { progress } from './lib/progress.ts';

const description = {
  name: 'dev',
  summary: 'astro dev on the same content: a change of the code shows at once, a change of content after a restart.',
} as const;

await runCommand(description, async ({ root, settings }) => {
  const content = await openContentSource(settings);
  const site = openSite({ root, settings, contentServiceUrl: content.url, onEvent: progress(false) });
  const preview = await site.preview();
  offerDevReader(preview.reader);
  await dev({ root, server: { port: settings.port }, vite: { plugins: [devFiles(preview, site.media)] } });
  return succeed(null);
});
