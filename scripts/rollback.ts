/** `npm run rollback`: serves the release before the live one (or the one named) and holds it. */
import { parseArgs } from 'node:util';
import { succeed } from '../src/lib/result.ts';
import { runCommand } from './lib/command.ts';
import { openReleases } from './lib/offline.ts';

await runCommand(async (command) => {
  const { positionals } = parseArgs({ args: [...command.args], allowPositionals: true });
  const rolledBack = await openReleases(command).rollback(positionals[0]);
  if (!rolledBack.ok) return rolledBack;
  process.stdout.write(
    `Release ${rolledBack.value.release} is live and held. Let rebuilds go live again: npm run releases -- --resume\n`,
  );
  return succeed(null);
});
