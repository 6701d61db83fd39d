import './lib/shortLived.ts';
import { succeed } from '../src/lib/result.ts';
import { print, runCommand } from './lib/command.ts';
import { rebuildOnce } from './lib/rebuildOnce.ts';
import { summary } from './lib/summary.ts';

const description = {
  name: 'build',
  summary: 'A clean full static build to dist/, from nothing but the content service.',
  options: { strict: { type: 'boolean', help: 'Fail when a collection cannot be read and was never read before.' } },
} as const;

await runCommand(description, async (command) => {
  const built = await rebuildOnce(command, { clean: true, strict: command.values.strict }, false);
  if (!built.ok) return built;
  print(summary(built.value));
  return succeed(null);
});
