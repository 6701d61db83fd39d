import { randomBytes } from 'node:crypto';

export interface Notice {
  readonly text: string;
  readonly isFailure: boolean;
  /** What was not done until it is confirmed: the button's label, the action and its fields. */
  readonly question?: { readonly label: string; readonly action: string; readonly fields: Readonly<Record<string, string>> };
}

/** `token`: proves that a form was made by this desk for this session. `notice`: to be shown with the next page, once. */
export type Session = { readonly token: string; notice: Notice | null };

/** Milliseconds for which a session lasts: a working day. */
const LIFETIME = 10 * 60 * 60 * 1000;
/** Sessions at once; beyond, the oldest ends. */
const MOST_SESSIONS = 50;

const secret = () => randomBytes(32).toString('base64url');

/** Sessions of the desk, in memory: they end with the worker. */
export function createSessions(now: () => number) {
  const sessions = new Map<string, { readonly session: Session; readonly until: number }>();

  return {
    open(): string {
      for (const [id, { until }] of sessions) if (until <= now() || sessions.size >= MOST_SESSIONS) sessions.delete(id);
      const id = secret();
      sessions.set(id, { session: { token: secret(), notice: null }, until: now() + LIFETIME });
      return id;
    },
    find(id: string): Session | null {
      const found = sessions.get(id);
      return found && found.until > now() ? found.session : null;
    },
    close: (id: string) => void sessions.delete(id),
  };
}
