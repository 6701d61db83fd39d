/** `npm run purge -- REFERENCE`: removes a picture or file everywhere and keeps it out until `--allow`. */
import { parseArgs } from 'node:util';
import { fail, succeed } from '../src/lib/result.ts';
import { openSite } from '../src/site/open.ts';
import { runCommand } from './lib/command.ts';
import { openContentSource } from './lib/content.ts';

await runCommand(async ({ root, settings, args }) => {
  const { values, positionals } = parseArgs({ args: [...args], options: { allow: { type: 'boolean' } }, allowPositionals: true });
  const [reference] = positionals;
  if (!reference) return fail('usage', 'Say which picture or file, as the content service names it: npm run purge -- REFERENCE');
  const content = await openContentSource(settings);
  const site = openSite({ root, settings, contentServiceUrl: content.url });
  try {
    const done = values.allow ? await site.allow(reference) : await site.purge(reference);
    if (!done.ok) return done;
    process.stdout.write(`${done.value}\n`);
    return succeed(null);
  } finally {
    await site.close();
    await content.close();
  }
});
