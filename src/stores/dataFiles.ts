/** The published data files in the browser. */
import { singleFlight } from '../lib/singleFlight.ts';
import { timeLimit } from '../lib/timeLimit.ts';

let isGone = false;
/** Whether a file was gone: the page that names it is some releases old, and only loading it anew helps. */
export const isOutOfDate = () => isGone;

/** The content of a data file; null where it cannot be had, which the console is told. */
export async function fetchData<Content>(href: string): Promise<Content | null> {
  try {
    const answer = await fetch(href, { signal: timeLimit() });
    isGone ||= answer.status === 404;
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

/** Fetches what is not here yet, and keeps it; a failure is asked for again next time. */
export async function loadData<Content>(href: string): Promise<Content | null> {
  if (!kept.has(href)) {
    const content = await once(href, () => fetchData(href));
    if (content !== null) kept.set(href, content);
  }
  return keptData(href);
}
