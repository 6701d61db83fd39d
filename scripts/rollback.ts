import { fail, succeed } from '../src/lib/result.ts';
import { openReleases } from '../src/site/releases.ts';
import { print, runCommand } from './lib/command.ts';
import { progress } from './lib/progress.ts';

const description = {
  name: 'rollback',
  summary: 'Goes back to an earlier release and holds it until "npm run releases -- --resume".',
  positionals: [{ name: 'RELEASE', help: 'One of "npm run releases"; the one before the live one unless told.' }],
} as const;

await runCommand(description, async ({ root, settings, positionals: [release] }) => {
  const rolledBack = await openReleases({ root, settings, onEvent: progress(false) }).rollback(release);
  if (!rolledBack.ok) {
    const { reason, message } = rolledBack;
    return reason === 'unknown-release' ? fail(reason, `${message} "npm run releases" lists the kept ones.`) : rolledBack;
  }
  print(`Release ${rolledBack.value.release} is live and held. Let rebuilds go live again: npm run releases -- --resume`);
  if (settings.deploy) print('A running worker hands it to the host; without one: npm run deploy');
  return succeed(null);
});
