/** The published data files in the browser. */
import { singleFlight } from '../lib/singleFlight.ts';
import { timeLimit } from '../lib/timeLimit.ts';

/** Files that are gone: the page that names them is some releases old. */
const gone = new Set<string>();

/** The content of a data file; null where it cannot be had, which the console is told. */
export async function fetchData<Content>(href: string): Promise<Content | null> {
  try {
    const answer = await fetch(href, { signal: timeLimit() });
    if (answer.status === 404) gone.add(href);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return (await answer.json()) as Content;
  } catch (error) {
    console.warn(`${href} could not be read: ${error}`);
    return null;
  }
}

/** Contents by address. An address names its bytes, so nothing here grows old. */
const kept = new Map<string, unknown>();
const once = singleFlight<string, unknown>();

export const keptData = <Content>(href: string): Content | null => (kept.get(href) as Content | undefined) ?? null;

/** Fetches what is not here yet, and keeps it; a failure is asked for again next time, what is gone by loading the page anew. */
export async function loadData<Content>(href: string): Promise<Content | null> {
  if (gone.has(href)) location.reload();
  if (!kept.has(href)) {
    const content = await once(href, () => fetchData(href));
    if (content !== null) kept.set(href, content);
  }
  return keptData(href);
}
