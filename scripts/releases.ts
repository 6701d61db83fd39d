/** `npm run releases`: the kept releases, newest first. `--resume` ends the hold of a rollback. */
import { parseArgs } from 'node:util';
import { succeed } from '../src/lib/result.ts';
import { runCommand } from './lib/command.ts';
import { moment, openReleases } from './lib/offline.ts';

await runCommand(async (command) => {
  const options = { json: { type: 'boolean' }, resume: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args: [...command.args], options });
  const engine = openReleases(command);
  if (values.resume) {
    const resumed = await engine.resume();
    if (!resumed.ok) return resumed;
  }
  const releases = engine.releases().map((release) => ({ ...release, builtAt: moment(release.builtAt) }));
  const held = engine.live()?.held ?? false;
  const lines = releases.map(({ release, builtAt, live, written, removed }) => {
    const mark = live ? (held ? 'held' : 'live') : '    ';
    return `${mark}  ${release}  ${builtAt}  ${written} written, ${removed} removed`;
  });
  process.stdout.write(`${values.json ? JSON.stringify({ held, releases }) : lines.join('\n') || 'No release is kept.'}\n`);
  return succeed(null);
});
