import { html } from 'hono/html';
import type { Html } from './document.ts';

export type Moment = (at: number | null) => Html;

/** Shows epoch milliseconds as date and time of a zone: `21 Nov 2026, 17:32`. */
export function momentsIn(timeZone: string): Moment {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short', hour12: false });
  return (at) => (at === null ? html`never` : html`<time datetime="${new Date(at).toISOString()}">${format.format(at)}</time>`);
}
