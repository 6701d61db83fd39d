import { setTimeout as pause } from 'node:timers/promises';
import { fail, messageOf, type Result, succeed } from '../lib/result.ts';

/** What changed: something began to go wrong, or is over. */
export type AlertEvent =
  | 'rebuild-failed'
  | 'rebuild-recovered'
  | 'rebuild-stale'
  | 'stale-recovered'
  | 'list-held'
  | 'held-recovered'
  | 'media-missing'
  | 'media-recovered'
  | 'deploy-failed'
  | 'deploy-recovered';

export interface Alert {
  /** One readable line, which Slack, Teams and Google Chat show. */
  readonly text: string;
  readonly event: AlertEvent;
  /** One line. */
  readonly message: string;
  readonly release: string | null;
  readonly stale: readonly string[];
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Milliseconds before each attempt. */
const PAUSES = [0, 1000, 4000];
const TIMEOUT = 5000;

/** Google Chat refuses a message with fields that it does not know. */
function bodyFor(url: string, alert: Alert): Pick<Alert, 'text'> {
  return URL.parse(url)?.host === 'chat.googleapis.com' ? { text: alert.text } : alert;
}

/** Tells `ALERT_URL` by POST; three attempts. The message of a failure is that of the last one. */
export async function sendAlert(url: string, alert: Alert, pauses: readonly number[] = PAUSES): Promise<Result<null>> {
  let problem = '';
  for (const milliseconds of pauses) {
    await pause(milliseconds);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bodyFor(url, alert)),
        signal: AbortSignal.timeout(TIMEOUT),
      });
      await response.body?.cancel();
      if (response.ok) return succeed(null);
      problem = `it answered ${response.status}`;
    } catch (error) {
      problem = messageOf(error);
    }
  }
  return fail('unheard', `ALERT_URL did not take the alert "${alert.event}" (${problem}); the next rebuild tells it again.`);
}
