import type { Logger } from 'pino';

export interface Alert {
  readonly event: 'rebuild-failed' | 'rebuild-stale' | 'deploy-failed';
  /** One line. */
  readonly message: string;
  readonly release: string | null;
  readonly stale: readonly string[];
  /** ISO 8601, UTC. */
  readonly at: string;
}

const ATTEMPTS = 3;
const TIMEOUT = 5000;

/** Tells `ALERT_URL` by POST; tries three times, logs when it stays unheard. Never throws. */
export async function sendAlert(url: string, alert: Alert, log: Logger): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(alert),
        signal: AbortSignal.timeout(TIMEOUT),
      });
      await response.body?.cancel();
      if (response.ok) return;
      log.warn({ status: response.status, attempt }, 'ALERT_URL refused an alert');
    } catch (error) {
      log.warn({ error: error instanceof Error ? error.message : String(error), attempt }, 'ALERT_URL could not be reached');
    }
  }
}
