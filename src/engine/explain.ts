/** Why a page was or was not rendered in the last rebuild. */

import { pageOwner, type Releases } from './releases.ts';
import { queryOfInput, type Traces } from './traces.ts';
import type { InputKey, PageKey, QueryKey, Reason } from './types.ts';

const CAUSES: Readonly<Record<Exclude<Reason['kind'], 'answers'>, string>> = {
  clean: 'a clean build renders every page.',
  code: 'the code or a setting that reaches pages changed.',
  new: 'nothing was known of the page.',
  damaged: 'a file of it was damaged or missing.',
};

/** A reason in one line, as it stands behind a colon. */
export function causeOf(reason: Reason): string {
  return reason.kind === 'answers' ? `another answer to ${reason.queries.join(', ')}.` : CAUSES[reason.kind];
}

/** What queries read, at whatever distance. */
function inputsBehind(traces: Traces, queries: readonly QueryKey[]): InputKey[] {
  const found = new Set<InputKey>();
  const open = [...queries];
  for (let query = open.pop(); query !== undefined; query = open.pop()) {
    for (const input of traces.inputsOf(query)) {
      const asked = queryOfInput(input);
      if (asked !== null && !found.has(input)) open.push(asked);
      found.add(input);
    }
  }
  return [...found].filter((input) => queryOfInput(input) === null);
}

/** What is known of a page and of the last rebuild; null when there is no such page. */
export function explainPage(traces: Traces, releases: Releases, key: PageKey) {
  const page = traces.page(key);
  const number = traces.lastRebuild();
  const last = traces.rebuild(number);
  if (!page || page.rebuild === null || page.cause === null || !last) return null;
  const { cause, rebuild } = page;
  const rendered = rebuild === number;
  const then = traces.rebuild(rebuild);
  const queries = traces.queriesOf(page.id);
  const changedThen = queries.flatMap((one) => (one.rebuild === rebuild ? [one.query] : []));
  return {
    page: key,
    /** What the last rebuild ended with, and when it ran (epoch milliseconds). */
    release: last.release,
    at: last.at,
    rendered,
    /** One line for a person. */
    why: rendered ? `Rendered: ${cause}` : 'Not rendered: no answer to its queries changed.',
    /** When the page was rendered last, and why; null: longer ago than is remembered. */
    lastRendered: then && { release: then.release, at: then.at, cause },
    /** What the queries read that answered otherwise then, and the note of that rebuild. */
    causes: inputsBehind(traces, changedThen),
    note: then?.note ?? null,
    queries: queries.map(({ query, digest, rebuild: changedAt }) => {
      return { query, digest, inputs: traces.inputsOf(query), changed: changedAt === number };
    }),
    files: releases.filesOf(pageOwner(key)).map(({ path }) => path),
  };
}
