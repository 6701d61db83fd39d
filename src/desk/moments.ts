import { html } from 'hono/html';
import { momentsIn as textsIn } from '../lib/moment.ts';
import type { Html } from './document.ts';

export type Moment = (at: number | null) => Html;

/** Shows epoch milliseconds as date and time of a zone. */
export function momentsIn(timeZone: string): Moment {
  const textOf = textsIn(timeZone);
  return (at) => (at === null ? html`never` : html`<time datetime="${new Date(at).toISOString()}">${textOf(at)}</time>`);
}
