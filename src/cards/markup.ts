import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Markups that are kept, with their props some 2 kB each: an edit leaves most cards of the lists that it reaches as they are. */
const MOST = 1000;
/** Letters of the longest props that are kept: a thousand long texts would fill the memory. */
const LONGEST = 10_000;

/** What React puts before a picture of the first screen; the picture itself asks for its bytes as early. */
const PRELOAD = /<link rel="preload" as="image"[^>]*>/g;

const kept = new Map<string, string>();
const numbers = new Map<ReactElement['type'], number>();

function numberOf(component: ReactElement['type']): number {
  const number = numbers.get(component) ?? numbers.size;
  numbers.set(component, number);
  return number;
}

/**
 * The markup of an element that no script brings to life, on the server. It follows from the component and its props,
 * which are plain JSON, and is made once for both.
 */
export function markupOf(element: ReactElement): string {
  const key = `${numberOf(element.type)} ${JSON.stringify(element.props)}`;
  const markup = kept.get(key) ?? renderToStaticMarkup(element).replace(PRELOAD, '');
  if (key.length > LONGEST) return markup;
  // Put behind all others: the first is the one that was not asked for longest.
  kept.delete(key);
  kept.set(key, markup);
  for (const oldest of kept.size > MOST ? kept.keys().take(1) : []) kept.delete(oldest);
  return markup;
}
