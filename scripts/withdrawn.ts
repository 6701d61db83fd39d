/** `npm run withdrawn`: the references that "npm run purge" keeps out. */
import { isoMoment, momentsIn } from '../src/lib/dates.ts';
import { succeed } from '../src/lib/result.ts';
import { openReleases } from '../src/site/releases.ts';
import { print, runCommand, tellUnread } from './lib/command.ts';

const description = {
  name: 'withdrawn',
  summary: 'The withdrawn references, when each was withdrawn, and what it was published as.',
  options: { json: { type: 'boolean', help: 'Print JSON and nothing else.' } },
} as const;

await runCommand(description, async ({ root, settings, values }) => {
  const { engine, withdrawals } = openReleases({ root, settings });
  tellUnread(settings, engine.live());
  const { list } = withdrawals.read();
  const moment = momentsIn(settings.timeZone);
  const withdrawn = list.map(({ reference, at, published }) => ({
    reference,
    at: at === null ? null : isoMoment(at),
    published,
  }));
  const lines = list.map(
    ({ reference, at, published }) =>
      `${at === null ? 'time not recorded' : moment(at)}  ${reference}  ${published ?? 'not published'}`,
  );
  print(values.json ? JSON.stringify(withdrawn) : lines.join('\n') || 'Nothing is withdrawn.');
  return succeed(null);
});
