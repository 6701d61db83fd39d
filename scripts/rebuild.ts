import './lib/shortLived.ts';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { COLLECTION_NAMES, type CollectionName, isCollection } from '../src/collections/index.ts';
import { fail, type Result, succeed } from '../src/lib/result.ts';
import { print, runCommand } from './lib/command.ts';
import { isWorkersCache } from './lib/presence.ts';
import { rebuildOnce } from './lib/rebuildOnce.ts';
import { summary } from './lib/summary.ts';

const description = {
  name: 'rebuild',
  summary: 'One incremental rebuild: brings dist/ to what a clean build would write now, rendering only what changed.',
  options: {
    json: { type: 'boolean', help: 'Print the report as JSON and nothing else.' },
    'accept-empty': {
      type: 'string',
      value: 'NAME',
      help: 'Publish a list that comes back empty though it held ten items or more; several names are separated by commas.',
    },
    'refresh-media': { type: 'boolean', help: 'Ask the content service again for every picture and file.' },
  },
} as const;

function readNames(text = ''): Result<CollectionName[]> {
  const given = text.split(',').flatMap((name) => name.trim() || []);
  const unknown = given.find((name) => !isCollection(name));
  if (unknown !== undefined)
    return fail('usage', `--accept-empty: there is no collection "${unknown}". Known are ${COLLECTION_NAMES.join(', ')}.`);
  return succeed(COLLECTION_NAMES.filter((known) => given.includes(known)));
}

await runCommand(description, async (command) => {
  const { json, 'accept-empty': accepted, 'refresh-media': refreshMedia } = command.values;
  const acceptEmpty = readNames(accepted);
  if (!acceptEmpty.ok) return acceptEmpty;
  const { root, settings } = command;
  // Where the cache was deleted under a worker, what that serves stays while lists or pictures of it are away; and where the
  // shared state cannot be used, what others have published.
  const isServed = isWorkersCache(resolve(root, settings.cacheDir), root) && existsSync(join(root, 'dist', 'index.html'));
  const keepServed = isServed || settings.state ? Date.now() : undefined;
  const rebuilt = await rebuildOnce(command, { refreshMedia, acceptEmpty: acceptEmpty.value, keepServed }, json);
  if (!rebuilt.ok) return rebuilt;
  print(json ? JSON.stringify(rebuilt.value.report) : summary(rebuilt.value));
  return succeed(null);
});
