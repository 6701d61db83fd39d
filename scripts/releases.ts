import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isoMoment, momentsIn } from '../src/lib/dates.ts';
import { filesBelow } from '../src/lib/files.ts';
import { printable } from '../src/lib/printable.ts';
import { fail, succeed } from '../src/lib/result.ts';
import { fileSize } from '../src/lib/text.ts';
import { comparisonInWords, releaseInWords } from '../src/site/changes.ts';
import { openReleases } from '../src/site/releases.ts';
import { print, runCommand, tellUnread } from './lib/command.ts';
import { progress } from './lib/progress.ts';

/** Bytes of the files of all kept releases: each stands there once, however many have it. */
function bytesOfStore(cacheDir: string): number {
  const store = join(cacheDir, 'store');
  if (!existsSync(store)) return 0;
  return filesBelow(store).reduce((sum, path) => sum + (statSync(join(store, path), { throwIfNoEntry: false })?.size ?? 0), 0);
}

const description = {
  name: 'releases',
  summary: 'The kept releases, newest first.',
  options: {
    json: { type: 'boolean', help: 'Print JSON and nothing else.' },
    resume: { type: 'boolean', help: 'End the hold of a rollback: the next rebuild goes live again.' },
  },
  positionals: [
    { name: 'RELEASE', help: 'A release to compare with another one, as this list names them.' },
    { name: 'OTHER', help: 'The other one; the live one unless told.' },
  ],
} as const;

await runCommand(description, async ({ root, settings, values, positionals }) => {
  const moment = momentsIn(settings.timeZone);
  const { engine, cacheDir, resume } = openReleases({ root, settings, onEvent: progress(false) });
  if (values.resume) {
    const resumed = await resume();
    if (!resumed.ok) return resumed;
  }
  tellUnread(settings, engine.live() !== null);
  const [one, other = engine.live()?.release ?? ''] = positionals;
  if (one !== undefined) {
    const compared = engine.compare(one, other);
    if (!compared.ok) return fail(compared.reason, `${compared.message} "npm run releases" lists the kept ones.`);
    const { from, to } = compared.value;
    const [title, ...rest] = comparisonInWords(compared.value).map((line) => printable(line));
    const text = [`${title} (${moment(from.builtAt)} to ${moment(to.builtAt)})`, ...rest].join('\n');
    print(values.json ? JSON.stringify(compared.value) : text);
    return succeed(null);
  }
  const releases = engine.releases();
  const held = engine.live()?.held ?? false;
  const lines = releases.map((one, at) => {
    const mark = one.live ? (held ? 'held' : 'live') : '    ';
    const [line = '', ...changes] = releaseInWords(one, at === releases.length - 1);
    const under = changes.map((change) => `\n      ${printable(change)}`);
    return `${mark}  ${moment(one.builtAt)}  ${printable(line)}${under.join('')}`;
  });
  if (values.resume && !values.json) print('Publishing goes on: the next rebuild goes live, such as "npm run rebuild".');
  const forPrograms = releases.map((release) => ({
    ...release,
    builtAt: isoMoment(release.builtAt),
    note: release.note && JSON.parse(release.note),
  }));
  const bytes = bytesOfStore(cacheDir);
  const text = lines.length > 0 ? [...lines, `Their files take ${fileSize(bytes)}.`].join('\n') : 'No release is kept.';
  print(values.json ? JSON.stringify({ held, bytes, releases: forPrograms }) : text);
  return succeed(null);
});
