/** `npm run rebuild`: one incremental rebuild. `--json` prints the report, `--refresh-media` asks again for every picture. */
import './lib/short-lived.ts';
import { parseArgs } from 'node:util';
import { succeed } from '../src/lib/result.ts';
import { runCommand } from './lib/command.ts';
import { rebuildOnce } from './lib/rebuild-once.ts';
import { summary } from './lib/summary.ts';

await runCommand(async (command) => {
  const options = { json: { type: 'boolean' }, 'refresh-media': { type: 'boolean' } } as const;
  const { values } = parseArgs({ args: [...command.args], options });
  const rebuilt = await rebuildOnce(command, { refreshMedia: values['refresh-media'] }, values.json === true);
  if (!rebuilt.ok) return rebuilt;
  process.stdout.write(`${values.json ? JSON.stringify(rebuilt.value.report) : summary(rebuilt.value)}\n`);
  return succeed(null);
});
