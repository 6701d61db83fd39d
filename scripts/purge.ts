import { succeed } from '../src/lib/result.ts';
import { print, runCommand } from './lib/command.ts';
import { openContentSource } from './lib/content.ts';

const description = {
  name: 'purge',
  summary: 'Removes a picture or file from the live release, every kept release and the cache, and keeps it out.',
  options: { allow: { type: 'boolean', help: 'Take the withdrawal back: the next rebuild may publish it again.' } },
  positionals: [{ name: 'REFERENCE', help: 'The picture or file, as the content service names it.', required: true }],
} as const;

await runCommand(description, async ({ root, settings, values, positionals }) => {
  const { openSite } = await import('../src/site/open.ts');
  const [reference = ''] = positionals;
  const content = await openContentSource(settings);
  const site = openSite({ root, settings, contentServiceUrl: content.url });
  try {
    const done = values.allow ? await site.allow(reference) : await site.purge(reference);
    if (!done.ok) return done;
    print(typeof done.value === 'string' ? done.value : done.value.message);
    return succeed(null);
  } finally {
    await site.close();
    await content.close();
  }
});
