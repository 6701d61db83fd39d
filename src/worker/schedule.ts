import { Cron } from 'croner';
import { dayOf } from '../lib/dates.ts';
import type { RebuildRequest } from '../site/types.ts';

export interface ScheduleOptions {
  /** Cron line. */
  readonly line: string;
  readonly timeZone: string;
  readonly now: () => number;
  readonly request: (request: RebuildRequest) => void;
}

/** Orders rebuilds by the clock of the school; the first of a day asks again for every picture. Returns what stops it. */
export function startSchedule({ line, timeZone, now, request }: ScheduleOptions): () => void {
  let refreshedOn: string | null = null;
  const job = new Cron(line, { timezone: timeZone, protect: true }, () => {
    const today = dayOf(now(), timeZone);
    request({ trigger: 'schedule', refreshMedia: refreshedOn !== today, audit: true });
    refreshedOn = today;
  });
  return () => job.stop();
}
