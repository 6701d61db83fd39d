/** Why a page was or was not rendered in the last rebuild. */
import type { Explanation, Reason } from './api.ts';
import { pageOwner, type Releases } from './releases.ts';
import type { Traces } from './traces.ts';
import type { PageKey } from './types.ts';

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

/** What is known of a page and of the last rebuild; null when there is no such page. */
export function explainPage(traces: Traces, releases: Releases, key: PageKey): Explanation | null {
  const page = traces.page(key);
  const number = traces.lastRebuild();
  const last = traces.rebuild(number);
  if (!page || page.rebuild === null || page.cause === null || !last) return null;
  const { cause } = page;
  const rendered = page.rebuild === number;
  const then = traces.rebuild(page.rebuild);
  return {
    page: key,
    ...last,
    rendered,
    why: rendered ? `Rendered: ${cause}` : 'Not rendered: no answer to its queries changed.',
    lastRendered: then && { ...then, cause },
    queries: traces.queriesOf(page.id).map(({ query, digest, rebuild }) => {
      return { query, digest, inputs: traces.inputsOf(query), changed: rebuild === number };
    }),
    files: releases.filesOf(pageOwner(key)).map(({ path }) => path),
  };
}
