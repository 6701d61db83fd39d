import { printable } from '../../src/lib/printable.ts';
import { changesInWords } from '../../src/site/changes.ts';
import type { Rebuilt } from '../../src/site/open.ts';
import { howToAccept } from '../../src/snapshot/sync/empty.ts';

const NAMED_ITEMS = 20;
const NAMED_PICTURES = 5;

/** `0.35 s`, `12 s`, `2 min 5 s`. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${Number(seconds.toPrecision(2))} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(Math.round(seconds) / 60)} min ${Math.round(seconds) % 60} s`;
}

/** What a build or rebuild did, in a few lines for a person. */
export function summary({ state, report, neverLoaded }: Rebuilt): string {
  const { rendered, reused, written, removed, left_out: leftOut, warnings, stale, held_lists: empty, milliseconds } = report;
  const what = changesInWords(report.changed);
  const stillThere = stale.filter((name) => !neverLoaded.some((never) => never === name) && !empty.includes(name));
  const lines = [
    `${state === 'published' ? 'Published' : state === 'held' ? 'Held by a rollback at' : 'Unchanged:'} release ${report.release}: ` +
      `${rendered.length} of ${rendered.length + reused} pages rendered; of all files ${written.length} written and ${removed.length} removed; ` +
      `${duration(milliseconds.total)}.`,
  ];
  if (what) lines.push(printable(`Changed in the content: ${what}.`));
  if (empty.length > 0)
    lines.push(`Came back empty and held, shown as before: ${empty.join(', ')}. ${howToAccept(empty.join(','))}`);
  if (stillThere.length > 0) lines.push(`Stale, shown as last fetched: ${stillThere.join(', ')}.`);
  if (neverLoaded.length > 0) lines.push(`Never fetched, shown as placeholders: ${neverLoaded.join(', ')}.`);
  for (const { collection, item, why } of leftOut.slice(0, NAMED_ITEMS))
    lines.push(printable(`Left out: ${collection} ${item}: ${why}`));
  if (warnings.length > 0)
    lines.push(
      `Published otherwise than meant, as "npm run status" tells: ${warnings.length} ${warnings.length === 1 ? 'thing' : 'things'}.`,
    );
  const missing = [...new Set(warnings.flatMap(({ reference }) => reference ?? []))];
  if (missing.length > 0) {
    const more = missing.length > NAMED_PICTURES ? ', ...' : '';
    lines.push(printable(`Pictures or files that cannot be had: ${missing.slice(0, NAMED_PICTURES).join(', ')}${more}`));
  }
  if (leftOut.length > NAMED_ITEMS)
    lines.push(`... and ${leftOut.length - NAMED_ITEMS} more items left out; "npm run status -- --json" names them.`);
  return lines.join('\n');
}
