import { chatBody, postJson } from '../lib/postJson.ts';
import { fail, type Result } from '../lib/result.ts';

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
  | 'deploy-recovered'
  | 'form-failed'
  | 'form-recovered'
  | 'restart-needed'
  | 'restart-done';

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

/** Tells `ALERT_URL` by POST; three attempts. The message of a failure is that of the last one. */
export async function sendAlert(url: string, alert: Alert, pauses?: readonly number[]): Promise<Result<null>> {
  const sent = await postJson(url, chatBody(url, alert), pauses);
  if (sent.ok) return sent;
  return fail('unheard', `ALERT_URL did not take the alert "${alert.event}" (${sent.message}); the next rebuild tells it again.`);
}
