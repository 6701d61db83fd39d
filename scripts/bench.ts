import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fail, succeed } from '../src/lib/result.ts';
import { compareWith } from './bench/against.ts';
import { measureFilters } from './bench/filters.ts';
import { measureGateway } from './bench/gateway.ts';
import { changeTitle } from './bench/http.ts';
import { type IslandFigure, measureIslands } from './bench/islands.ts';
import { measureAstro } from './bench/plainAstro.ts';
import { makeFolder, once, quantile, serve } from './bench/process.ts';
import { measureSearch } from './bench/search.ts';
import { measureStorage } from './bench/storage.ts';
import { measureWarm } from './bench/warm.ts';
import { print, runCommand, tell } from './lib/command.ts';

interface Row {
  readonly what: string;
  readonly milliseconds: number;
  readonly note: string;
}

/** The size at which filters and islands are tried with a browser, and the one at which the search is. */
const VISITED = 5000;
const SEARCHED = 10_000;
/** Visits that see an island in one way. */
const VISITS = 5;

/** What a visitor with a slow phone waits for. */
const visit = async (site: string, size: number) => ({
  typing: size === VISITED ? await measureFilters(site) : null,
  islands: size === VISITED ? await measureIslands(site, VISITS) : [],
  search: size === SEARCHED ? await measureSearch(site) : null,
});

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

/** The median process of several, each after `prepare`. */
async function repeated(
  runs: number,
  kind: 'build' | 'rebuild',
  service: string,
  folder: string,
  prepare = async (_at: number) => {},
) {
  const all: Awaited<ReturnType<typeof once>>[] = [];
  for (let at = 0; at < runs; at += 1) {
    await prepare(at);
    all.push(await once(kind, service, folder));
  }
  const median = (values: number[]) => quantile(values, 0.5);
  return {
    milliseconds: median(all.map(({ whole }) => whole)),
    render: median(all.map(({ milliseconds }) => milliseconds.render)),
    last: all.at(-1),
  };
}

async function measure(size: number, runs: number, root: string): Promise<string> {
  const now = Date.now();
  const folder = await makeFolder();
  const service = await serve('service.ts', [String(size), String(now)]);
  const rows: Row[] = [];
  let islands: readonly IslandFigure[] = [];
  const say = (what: string, milliseconds: number, note: string) => {
    rows.push({ what, milliseconds, note });
    tell(`${size}: ${what}: ${milliseconds.toFixed(1)} ms (${note})`);
  };
  try {
    await once('build', service.url, folder);
    const few = Math.max(3, Math.ceil(runs / 6));
    const full = await repeated(few, 'build', service.url, folder);
    say('Full build, whole process', full.milliseconds, `${full.last?.rendered} pages, peak ${megabytes(full.last?.peak ?? 0)}`);
    say('of which rendering', full.render, `${((full.last?.rendered ?? 0) / full.render).toFixed(2)} pages a millisecond`);
    const cold: readonly [string, ((at: number) => Promise<void>)?][] = [
      ['Cold rebuild, nothing changed'],
      ['Cold rebuild, one news item changed', (at) => changeTitle(service.url, `Cold title ${at}`)],
      ['Cold rebuild, one highlight changed (every page)', (at) => changeTitle(service.url, `Cold highlight ${at}`, 'highlight')],
    ];
    for (const [what, prepare] of cold) {
      const { milliseconds, last } = await repeated(few + 2, 'rebuild', service.url, folder, prepare);
      say(what, milliseconds, `${last?.rendered} pages rendered, ${last?.written} files written`);
    }
    const warm = await measureWarm(service.url, folder, runs, (site) => visit(site, size));
    say('Warm publish-to-live, median', warm.median, `${warm.rendered} pages rendered, ${warm.written} files written`);
    say(
      'Warm publish-to-live, 95th percentile',
      warm.p95,
      `worker: ${megabytes(warm.resident)} resident, peak ${megabytes(warm.peak)}`,
    );
    const { quiet, busy, next, idle, publishing, everyPage, importing, collecting } = warm.readers;
    say('Live, asked for every 10 ms', quiet, 'from the POST of the webhook, through HTTP');
    say('Live, asked for every 2 ms', busy, `the next reader waits ${next.toFixed(1)} ms`);
    say('Four readers while publishing, 99th percentile', publishing, `${idle.toFixed(1)} ms while nothing is published`);
    say('Four readers while every page is rendered, 99th percentile', everyPage, 'a highlight changes');
    say('Four readers while photos are taken in, 99th percentile', importing, 'twelve of four million pixels in one publish');
    say('Four readers while `npm run gc` runs, 99th percentile', collecting, '');
    const { typing, search } = warm.visited;
    if (typing)
      say('Filtering, script of a keystroke at a quarter of the speed', typing.median, `at most ${typing.most.toFixed(1)} ms`);
    if (search)
      say(
        'Search, from a key to the frame with its results at a quarter of the speed',
        search.median,
        `at most ${search.most.toFixed(1)} ms; ${search.unasked} requests before the first key, ${search.firstBytes} bytes to the first results`,
      );
    islands = warm.visited.islands;
    const plain = await measureAstro(size, now, root, few);
    say('Plain astro build, one news item changed', plain, 'lists and album pages of the same items; every file is rendered');
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return table(size, rows) + (islands.length > 0 ? islandTable(islands) : '');
}

/** How soon the islands answer, in the words of a table of its own. */
function islandTable(islands: readonly IslandFigure[]): string {
  const line = ({ island, sight, median, most }: IslandFigure) =>
    `| ${island} | ${sight} | ${Math.round(median)} ms | ${Math.round(most)} ms |`;
  const heading = '### From seeing an island to its answer to a press, at a quarter of the speed';
  const head = ['| island | seen | median | most |', '| --- | --- | --- | --- |'];
  return ['', '', heading, '', ...head, ...islands.map(line)].join('\n');
}

/** A Markdown table; the last column compares each time with the cold rebuild of one item in the same run. */
function table(size: number, rows: readonly Row[]): string {
  const reference = rows.find(({ what }) => what.includes('one news item'))?.milliseconds ?? Number.NaN;
  const lines = rows.map(
    ({ what, milliseconds, note }) =>
      `| ${what} | ${milliseconds.toFixed(1)} ms | ${(milliseconds / reference).toFixed(2)} | ${note} |`,
  );
  return [
    `### ${size} items a collection`,
    '',
    '| what | median | times the cold rebuild of one item | notes |',
    '| --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

const description = {
  name: 'bench',
  summary: 'The performance suite: what the rebuild engine claims, measured in one run. Prints a table.',
  options: {
    sizes: { type: 'string', value: 'LIST', default: '1000,5000,10000', help: 'Items a collection, separated by commas.' },
    runs: { type: 'string', value: 'NUMBER', default: '30', help: 'Publishes through a warm worker.' },
    against: {
      type: 'string',
      value: 'FOLDER',
      help: 'Only publishing and building, turn about with another checkout that has its dependencies.',
    },
    storage: { type: 'boolean', help: 'Only what object storage costs, with 0 and 30 ms a request.' },
    out: { type: 'string', value: 'FILE', help: 'Write the table there as well.' },
  },
} as const;

await runCommand(description, async ({ root, values }) => {
  if (!/^[1-9]\d{0,6}(?:,[1-9]\d{0,6})*$/.test(values.sizes))
    return fail('usage', `--sizes must be whole numbers from 1 on, separated by commas, not "${values.sizes}".`);
  if (!/^[1-9]\d{0,3}$/.test(values.runs)) return fail('usage', `--runs must be a whole number from 1 on, not "${values.runs}".`);
  if (values.storage) {
    print(await measureStorage(Number(values.sizes.split(',')[0]), Math.max(3, Math.ceil(Number(values.runs) / 6)), [0, 30]));
    return succeed(null);
  }
  const tables: string[] = [];
  const { against } = values;
  if (against !== undefined) {
    if (!existsSync(join(against, 'scripts/bench/once.ts')))
      return fail('usage', `--against must be a checkout of this project, not "${against}".`);
    for (const size of values.sizes.split(',').map(Number))
      print(`${await compareWith(resolve(against), root, size, Number(values.runs))}\n`);
    return succeed(null);
  }
  for (const size of values.sizes.split(',').map(Number)) tables.push(await measure(size, Number(values.runs), root));
  const { overhead, perSecond, before, peak, after } = await measureGateway();
  const gateway = [
    '### The gateway',
    '',
    `A submission of contact size: ${overhead.toFixed(2)} ms more than without it (median), ${Math.round(perSecond)} a second at 64 at once.`,
    `200 uploads of 4 MB at once: ${megabytes(before)} resident before, ${megabytes(peak)} at the peak, ${megabytes(after)} after.`,
  ];
  const text = `${[...tables, gateway.join('\n')].join('\n\n')}\n`;
  print(text.trimEnd());
  if (values.out) await writeFile(values.out, text);
  return succeed(null);
});
