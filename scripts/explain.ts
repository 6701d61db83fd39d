import { momentsIn } from '../src/lib/dates.ts';
import { printable } from '../src/lib/printable.ts';
import { fail, succeed } from '../src/lib/result.ts';
import { changesInWords } from '../src/site/changes.ts';
import type { Explained } from '../src/site/releases.ts';
import { openReleases } from '../src/site/releases.ts';
import { print, runCommand } from './lib/command.ts';
import { progress } from './lib/progress.ts';

type Moment = (at: number) => string;

function lastTime({ rendered, lastRendered: last }: Explained, moment: Moment): string[] {
  if (rendered) return [];
  if (!last) return ['Last rendered longer ago than is remembered.'];
  return [`Last rendered in release ${last.release} (${moment(last.at)}): ${last.cause}`];
}

function inWords(explanation: Explained, moment: Moment): string {
  const { page, release, at, why, queries, files } = explanation;
  const items = changesInWords(explanation.items);
  const width = Math.max(0, ...queries.map(({ query }) => query.length));
  const lines = queries.map(
    ({ query, inputs, changed }) => `  ${changed ? '*' : ' '} ${query.padEnd(width)}  from ${inputs.join(', ') || 'nothing'}`,
  );
  const changes = queries.some(({ changed }) => changed) ? '* its answer changed' : 'no answer changed';
  return [
    `${page} in release ${release} (${moment(at)})`,
    why,
    ...lastTime(explanation, moment),
    ...(items ? [printable(`What had changed: ${items}.`)] : []),
    `Asked (${changes}):`,
    ...lines,
    `Files: ${files.join(', ')}`,
  ].join('\n');
}

const description = {
  name: 'explain',
  summary: 'Why a page was or was not rendered in the last rebuild, and when it was last.',
  options: { json: { type: 'boolean', help: 'Print JSON and nothing else.' } },
  positionals: [{ name: 'PATH', help: 'The page, such as /News or /SubGallery/sports-day.', required: true }],
} as const;

await runCommand(description, async ({ root, settings, values, positionals: [page = ''] }) => {
  const explanation = openReleases({ root, settings, onEvent: progress(false) }).explain(page);
  if (!('page' in explanation)) return fail('unknown-page', explanation.message);
  print(values.json ? JSON.stringify(explanation) : inWords(explanation, momentsIn(settings.timeZone)));
  return succeed(null);
});
