import type { Explanation } from '../src/engine/index.ts';
import { momentsIn } from '../src/lib/moment.ts';
import { fail, succeed } from '../src/lib/result.ts';
import { ROUTES, rightCase } from '../src/lib/routes.ts';
import { print, runCommand } from './lib/command.ts';
import { openReleases } from './lib/releases.ts';

type Moment = (at: number) => string;

function lastTime({ rendered, lastRendered: last }: Explanation, moment: Moment): string[] {
  if (rendered) return [];
  if (!last) return ['Last rendered longer ago than is remembered.'];
  return [`Last rendered in release ${last.release} (${moment(last.at)}): ${last.cause}`];
}

function inWords(explanation: Explanation, moment: Moment): string {
  const { page, release, at, why, queries, files } = explanation;
  const width = Math.max(0, ...queries.map(({ query }) => query.length));
  const lines = queries.map(
    ({ query, inputs, changed }) => `  ${changed ? '*' : ' '} ${query.padEnd(width)}  from ${inputs.join(', ') || 'nothing'}`,
  );
  const changes = queries.some(({ changed }) => changed) ? '* its answer changed' : 'no answer changed';
  return [
    `${page} in release ${release} (${moment(at)})`,
    why,
    ...lastTime(explanation, moment),
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

await runCommand(description, async (command) => {
  const { values, settings } = command;
  const [page = ''] = command.positionals;
  const explanation = openReleases(command).explain(page);
  if (!explanation) {
    const asked = `/${page.replace(/^\/+/, '')}`;
    const meant = rightCase(asked, ROUTES) ?? asked;
    const hint = meant === page ? 'Pages are named like /News or /SubGallery/sports-day.' : `Did you mean ${meant}?`;
    return fail('unknown-page', `No rebuild has rendered ${page}. ${hint}`);
  }
  print(values.json ? JSON.stringify(explanation) : inWords(explanation, momentsIn(settings.timeZone)));
  return succeed(null);
});
