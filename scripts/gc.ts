import './lib/lowPriority.ts';
import { succeed } from '../src/lib/result.ts';
import { print, runCommand } from './lib/command.ts';

const description = { name: 'gc', summary: 'Drops what no kept release needs; prints the bytes freed.' } as const;

await runCommand(description, async ({ root, settings }) => {
  const { openSite } = await import('../src/site/open.ts');
  const site = openSite({ root, settings, contentServiceUrl: settings.contentServiceUrl ?? 'http://localhost' });
  const freed = await site.gc();
  await site.close();
  if (!freed.ok) return freed;
  print(`${freed.value} bytes freed.`);
  return succeed(null);
});
