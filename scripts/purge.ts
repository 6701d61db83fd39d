import { succeed } from '../src/lib/result.ts';
import { describeAllowed, describePurge } from '../src/site/purge.ts';
import { print, runCommand } from './lib/command.ts';
import { withSite } from './lib/content.ts';

const description = {
  name: 'purge',
  summary: 'Removes a picture or file from the live release, every kept release and the cache, and keeps it out.',
  options: { allow: { type: 'boolean', help: 'Take the withdrawal back: the next rebuild may publish it again.' } },
  positionals: [
    {
      name: 'REFERENCE',
      help: 'The picture or file as its item names it, or its address in a page, such as /media/9806c36e0440/640.webp.',
      required: true,
    },
  ],
} as const;

await runCommand(description, async (context) => {
  const { settings, values, positionals } = context;
  const [reference = ''] = positionals;
  return withSite(context, async (site) => {
    if (values.allow) {
      const allowed = await site.allow(reference);
      if (!allowed.ok) return allowed;
      print(describeAllowed(reference, allowed.value));
      if (allowed.value.staysAs === null) print('The next rebuild does, such as "npm run rebuild".');
      return succeed(null);
    }
    const purged = await site.purge(reference);
    if (!purged.ok) return purged;
    print(describePurge(purged.value, `"npm run purge -- --allow ${purged.value.reference}"`));
    if (!settings.deploy) return succeed(null);
    const { deployPurge } = await import('./lib/deployer.ts');
    const deployed = await deployPurge(context, settings.deploy);
    if (deployed.ok) print(deployed.value);
    return deployed;
  });
});
