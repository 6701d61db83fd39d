import { Cron } from 'croner';
import { dayOf } from '../lib/dates.ts';
import type { Order } from './queue.ts';

export interface ScheduleOptions {
  /** Cron line. */
  readonly line: string;
  readonly timeZone: string;
  readonly now: () => number;
  readonly order: (order: Order) => void;
}

/** Orders rebuilds by the clock of the school; the first of a day asks again for every picture. Returns what stops it. */
export function startSchedule({ line, timeZone, now, order }: ScheduleOptions): () => void {
  let refreshedOn: string | null = null;
  const job = new Cron(line, { timezone: timeZone, protect: true }, () => {
    const today = dayOf(now(), timeZone);
    order({ refreshMedia: refreshedOn !== today, audit: true });
    refreshedOn = today;
  });
  return () => job.stop();
}
