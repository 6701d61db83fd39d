import './lib/short-lived.ts';
import { succeed } from '../src/lib/result.ts';
import { print, runCommand } from './lib/command.ts';
import { rebuildOnce } from './lib/rebuild-once.ts';
import { summary } from './lib/summary.ts';

const description = {
  name: 'rebuild',
  summary: 'One incremental rebuild: brings dist/ to what a clean build would write now, rendering only what changed.',
  options: {
    json: { type: 'boolean', help: 'Print the report as JSON and nothing else.' },
    'refresh-media': { type: 'boolean', help: 'Ask the content service again for every picture and file.' },
  },
} as const;

await runCommand(description, async (command) => {
  const { json, 'refresh-media': refreshMedia } = command.values;
  const rebuilt = await rebuildOnce(command, { refreshMedia }, json);
  if (!rebuilt.ok) return rebuilt;
  print(json ? JSON.stringify(rebuilt.value.report) : summary(rebuilt.value));
  return succeed(null);
});
