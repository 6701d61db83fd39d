import { isoMoment, momentsIn } from '../src/lib/dates.ts';
import { printable } from '../src/lib/printable.ts';
import { succeed } from '../src/lib/result.ts';
import { shorten } from '../src/lib/shorten.ts';
import { askedBy, changesInWords } from '../src/site/changes.ts';
import { openReleases } from '../src/site/releases.ts';
import { readStatus, type SiteStatus } from '../src/site/report.ts';
import { titleOf } from '../src/snapshot/published.ts';
import { howToAccept } from '../src/snapshot/sync/empty.ts';
import { print, runCommand, tellUnread } from './lib/command.ts';
import { needsRestart } from './lib/presence.ts';
import { progress } from './lib/progress.ts';
import { duration } from './lib/summary.ts';

interface Status extends SiteStatus {
  readonly release: string | null;
  readonly builtAt: string | null;
  readonly held: boolean;
  /** A worker runs here whose own code or programs were replaced. */
  readonly restartNeeded: boolean;
}

/** The newest rebuild that published something. */
function lastChange({ recent }: Status, moment: (at: number) => string): string[] {
  const last = recent.find(({ result }) => result === 'published');
  if (!last) return [];
  const { at, pages, milliseconds, changed = [] } = last;
  const cost = `${pages} ${pages === 1 ? 'page' : 'pages'} rendered in ${duration(milliseconds)}`;
  const what = changesInWords(changed);
  return [printable(`Last change: ${moment(at)}, by ${askedBy(last)}; ${cost}${what ? `; ${what}` : ''}`)];
}

interface Wording {
  readonly moment: (at: number) => string;
  /** The title of an item that is published; null: none. */
  readonly titleOf: (collection: string, item: string) => string | null;
}

function inWords(status: Status, { moment, titleOf }: Wording): string {
  const named = (collection: string, item: string) => {
    const title = titleOf(collection, item);
    return `${collection} ${item}${title ? ` ("${shorten(title, 60)}")` : ''}`;
  };
  const { release, builtAt, held, checkedAt, staleCollections, leftOut, warnings, lastFailure } = status;
  const lines = [
    release
      ? `Release ${release}, built ${builtAt === null ? 'at a time unknown' : moment(Date.parse(builtAt))}${held ? ', held by a rollback' : ''}`
      : 'Nothing is published yet: npm run build',
    `Last checked: ${checkedAt === null ? 'never' : moment(checkedAt)}`,
    ...lastChange(status, moment),
    `Stale: ${staleCollections.length === 0 ? 'nothing' : ''}`,
    ...staleCollections.map(({ collection, why, since, held: isHeld }) =>
      printable(
        `  ${collection} ${isHeld ? 'held' : 'stale'} since ${moment(since)}: ${why}${isHeld ? ` ${howToAccept(collection)}` : ''}`,
      ),
    ),
    `Left out: ${leftOut.length === 0 ? 'nothing' : ''}`,
    ...leftOut.map(({ collection, item, why }) => printable(`  ${collection} ${item}: ${why}`)),
    `Warnings: ${warnings.length === 0 ? 'none' : ''}`,
    ...warnings.map(({ collection, item, reference, why }) =>
      printable(`  ${named(collection, item)}: ${reference === undefined ? '' : `${reference}: `}${why}`),
    ),
    ...(status.restartNeeded ? ['Restart needed: the running worker has code or programs that were replaced since.'] : []),
    `Last failure: ${lastFailure ? `${moment(lastFailure.at)}: ${lastFailure.message}` : 'none'}`,
  ];
  return lines.join('\n');
}

const description = {
  name: 'status',
  summary: 'What is live: release, time, stale collections, items left out, last failure.',
  options: { json: { type: 'boolean', help: 'Print JSON and nothing else.' } },
} as const;

await runCommand(description, async ({ root, settings, values }) => {
  const { engine, database, cacheDir } = openReleases({ root, settings, onEvent: progress(false) });
  const live = engine.live();
  tellUnread(settings, live !== null);
  const status = {
    release: live?.release ?? null,
    builtAt: live ? isoMoment(live.builtAt) : null,
    held: live?.held ?? false,
    restartNeeded: needsRestart(cacheDir),
    ...readStatus(database),
  };
  print(
    values.json
      ? JSON.stringify(status)
      : inWords(status, {
          moment: momentsIn(settings.timeZone),
          titleOf: (collection, item) => titleOf(database, collection, item),
        }),
  );
  return succeed(null);
});
