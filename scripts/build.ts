/** `npm run build`: a clean full build of `dist/`. `--strict` fails when a collection was never read. */
import './lib/short-lived.ts';
import { parseArgs } from 'node:util';
import { succeed } from '../src/lib/result.ts';
import { runCommand } from './lib/command.ts';
import { rebuildOnce } from './lib/rebuild-once.ts';
import { summary } from './lib/summary.ts';

await runCommand(async (command) => {
  const { values } = parseArgs({ args: [...command.args], options: { strict: { type: 'boolean' } } });
  const built = await rebuildOnce(command, { clean: true, strict: values.strict }, false);
  if (!built.ok) return built;
  process.stdout.write(`${summary(built.value)}\n`);
  return succeed(null);
});
