import { momentsIn } from '../src/lib/moment.ts';
import { succeed } from '../src/lib/result.ts';
import { print, runCommand } from './lib/command.ts';
import { isoMoment, openReleaseTools } from './lib/releases.ts';

const description = {
  name: 'releases',
  summary: 'The kept releases, newest first.',
  options: {
    json: { type: 'boolean', help: 'Print JSON and nothing else.' },
    resume: { type: 'boolean', help: 'End the hold of a rollback: the next rebuild goes live again.' },
  },
} as const;

await runCommand(description, async (command) => {
  const { values, settings } = command;
  const moment = momentsIn(settings.timeZone);
  const { engine, turns } = openReleaseTools(command);
  if (values.resume) {
    const resumed = await turns.take('resume', (lock) => engine.resume(lock));
    if (!resumed.ok) return resumed;
  }
  const releases = engine.releases();
  const held = engine.live()?.held ?? false;
  const lines = releases.map(({ release, builtAt, live, written, removed }, at) => {
    const mark = live ? (held ? 'held' : 'live') : '    ';
    const changed = at < releases.length - 1 ? `${written} files written, ${removed} removed` : 'the oldest kept';
    return `${mark}  ${release}  ${moment(builtAt)}  ${changed}`;
  });
  if (values.resume && !values.json) print('Publishing goes on: the next rebuild goes live, such as "npm run rebuild".');
  const forPrograms = releases.map((release) => ({ ...release, builtAt: isoMoment(release.builtAt) }));
  print(values.json ? JSON.stringify({ held, releases: forPrograms }) : lines.join('\n') || 'No release is kept.');
  return succeed(null);
});
