/** `npm run withdrawn`: the references that "npm run purge" keeps out. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isoMoment, momentsIn } from '../src/lib/dates.ts';
import { succeed } from '../src/lib/result.ts';
import { openWithdrawals } from '../src/media/withdrawals.ts';
import { openReleases } from '../src/site/releases.ts';
import { print, runCommand, tellUnread } from './lib/command.ts';

const description = {
  name: 'withdrawn',
  summary: 'The withdrawn references, when each was withdrawn, and what it was published as.',
  options: { json: { type: 'boolean', help: 'Print JSON and nothing else.' } },
} as const;

await runCommand(description, async ({ root, settings, values }) => {
  const cacheDir = resolve(root, settings.cacheDir);
  // Without making the database where there is none.
  if (settings.state)
    tellUnread(settings, existsSync(join(cacheDir, 'site.db')) && openReleases({ root, settings }).engine.live() !== null);
  const { list } = openWithdrawals(resolve(root, settings.dataDir), settings.state ? null : cacheDir).read();
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
