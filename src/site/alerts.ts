/** Tells `ALERT_URL` what begins to go wrong and what is over, each once (contract, section 2). */
import type { SiteDatabase } from '../database/siteDatabase.ts';
import { waitForLock } from '../lib/fileLock.ts';
import { chatBody, postJson } from '../lib/postJson.ts';
import { plainLine } from '../lib/printable.ts';
import { messageOf } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import { howToAccept } from '../snapshot/sync/empty.ts';
import type { Found } from './report.ts';

/** What was told, so that all processes together tell it once: a row a part of `AlertState`, its value as JSON. */
export const ALERT_SCHEMA: readonly string[] = ['CREATE TABLE alert(part TEXT PRIMARY KEY, told TEXT NOT NULL) WITHOUT ROWID'];

const FAULTS = {
  failing: { began: 'rebuild-failed', ended: 'rebuild-recovered', text: 'Rebuilds work again.' },
  deployFailing: { began: 'deploy-failed', ended: 'deploy-recovered', text: 'Deploys work again.' },
  formFailing: { began: 'form-failed', ended: 'form-recovered', text: 'Forms reach the content service again.' },
  restartNeeded: { began: 'restart-needed', ended: 'restart-done', text: 'The worker runs the code that is on disk.' },
} as const;

/** Names of lists, or of pictures and files, that come and go. */
const SETS = {
  stale: {
    began: { event: 'rebuild-stale', text: 'Could not be fetched, shown as far as it is known' },
    ended: { event: 'stale-recovered', text: 'Fetched again' },
  },
  held: {
    began: { event: 'list-held', text: 'Came back empty and is held' },
    ended: { event: 'held-recovered', text: 'No longer held' },
  },
  missing: {
    began: { event: 'media-missing', text: 'Pictures or files that cannot be had' },
    ended: { event: 'media-recovered', text: 'Pictures or files that are no longer missing' },
  },
} as const;

type Fault = keyof typeof FAULTS;
type SetName = keyof typeof SETS;
type AlertState = { readonly [Name in Fault]?: boolean } & { readonly [Name in SetName]?: readonly string[] };

/**
 * What goes wrong now: of a fault why in one line, or null where there is none. What is absent was not looked at, and stays
 * as it was.
 */
export type Observed = { readonly [Name in Fault]?: string | null } & { readonly [Name in SetName]?: readonly string[] } & {
  /** What to say of forms that work again, in place of that they do. */
  readonly formRecovery?: string;
};

/** What has to be told before a part of the state is what it is now. */
interface Change {
  readonly event: string;
  readonly message: string;
  readonly state: AlertState;
}

function faultChange(before: AlertState, name: Fault, { [name]: failure, formRecovery }: Observed): Change[] {
  const { began, ended, text } = FAULTS[name];
  if (failure === undefined || (before[name] ?? false) === (failure !== null)) return [];
  if (failure !== null) return [{ event: began, message: failure, state: { [name]: true } }];
  return [{ event: ended, message: (name === 'formFailing' && formRecovery) || text, state: { [name]: false } }];
}

const MOST_NAMED = 10;

/** What some names are of, with the first of them, as a sentence. */
export function named(what: string, all: readonly string[]): string {
  const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : '';
  return `${what}: ${all.slice(0, MOST_NAMED).join(', ')}${more}.`;
}

function setChanges(state: AlertState, name: SetName, observed: Observed): Change[] {
  const before = state[name] ?? [];
  const now = observed[name] ?? before;
  const { began, ended } = SETS[name];
  const came = [...new Set(now).difference(new Set(before))];
  const went = [...new Set(before).difference(new Set(now))];
  const todo = name === 'held' ? ` ${howToAccept(came.join(','))}, or at the desk.` : '';
  return [
    ...(came.length > 0
      ? [{ event: began.event, message: named(began.text, came) + todo, state: { [name]: [...before, ...came] } }]
      : []),
    ...(went.length > 0 ? [{ event: ended.event, message: named(ended.text, went), state: { [name]: now } }] : []),
  ];
}

function changesOf(state: AlertState, observed: Observed): Change[] {
  return [
    ...(Object.keys(FAULTS) as Fault[]).flatMap((name) => faultChange(state, name, observed)),
    ...(Object.keys(SETS) as SetName[]).flatMap((name) => setChanges(state, name, observed)),
  ];
}

/** Milliseconds after which another process that is telling is waited for no longer: told twice is better than never. */
const LONGEST_TELLING = 60_000;
const { signal } = new AbortController();

export interface AlertsOptions {
  readonly settings: Pick<Settings, 'alertUrl' | 'siteUrl'>;
  readonly database: SiteDatabase;
  readonly live: () => { readonly release: string } | null;
  /** One line about an alert that was not taken, or a state that could not be written. */
  readonly onFailed: (message: string) => void;
  /** Milliseconds before each attempt. */
  readonly pauses?: readonly number[];
}

export type Alerts = ReturnType<typeof openAlerts>;

/** Opens the alerts of a site. What is observed while one is being told is told after it, together. */
export function openAlerts({ settings, database, live, onFailed, pauses }: AlertsOptions) {
  const { alertUrl: url, siteUrl } = settings;
  let waiting: Observed | null = null;
  let running: Promise<void> | null = null;
  let recorded = 0;
  /** What could not be written down, as on a full disk. */
  let unwritten: AlertState | null = null;

  function readState(): AlertState {
    const rows = database.all<{ readonly part: string; readonly told: string }>('SELECT part, told FROM alert');
    return Object.fromEntries(rows.map(({ part, told }) => [part, JSON.parse(told)]));
  }

  function recordState(state: AlertState): Promise<void> {
    return database.join('record an alert', () => {
      for (const [part, value] of Object.entries(state))
        database.run('INSERT OR REPLACE INTO alert VALUES (?, ?)', part, JSON.stringify(value));
    });
  }

  /** One process after the other, as another may be telling the same. */
  async function tell(to: string, observed: Observed): Promise<void> {
    if (changesOf(unwritten ?? readState(), observed).length === 0) return;
    // Where no lock can be had, as in a folder that nobody can write to, it is told all the same.
    const unlock = await waitForLock(`${database.file}-alerts`, { patience: LONGEST_TELLING, signal }).catch(() => null);
    try {
      let state = unwritten ?? readState();
      const { stale = state.stale ?? [], held = state.held ?? [] } = observed;
      for (const { event, message: line, state: changed } of changesOf(state, observed)) {
        const message = plainLine(line);
        const alert = {
          /** One readable line, which Slack, Teams and Google Chat show. */
          text: `${siteUrl}: ${message}`,
          event,
          message,
          release: live()?.release ?? null,
          /** Lists that are not up to date, those that are held among them. */
          stale: [...stale, ...held],
          at: new Date().toISOString(),
        };
        const sent = await postJson(to, chatBody(to, alert), pauses);
        if (!sent.ok)
          return onFailed(`ALERT_URL did not take the alert "${event}" (${sent.message}); the next rebuild tells it again.`);
        state = { ...state, ...changed };
        unwritten = state;
        await recordState(state);
        unwritten = null;
        recorded += 1;
      }
    } finally {
      unlock?.();
    }
  }

  async function run(to: string): Promise<void> {
    while (waiting) {
      const observed: Observed = waiting;
      waiting = null;
      await tell(to, observed).catch((error: unknown) => onFailed(`An alert could not be recorded: ${messageOf(error)}`));
    }
    running = null;
  }

  return {
    /** Ends when what changed was told, or could not be; true: something was told and recorded. Never rejects. */
    async observe(observed: Observed) {
      if (url === null) return false;
      const before = recorded;
      waiting = { ...waiting, ...observed };
      running ??= run(url);
      await running;
      return recorded > before;
    },
  };
}

/** What a rebuild that ended well shows. Pictures that are still under way say nothing yet. */
export function observedIn(found: Pick<Found, 'staleCollections' | 'warnings'>, isMediaPending: boolean): Observed {
  const names = (isHeld: boolean) =>
    found.staleCollections.flatMap(({ collection, held }) => (held === isHeld ? [collection] : []));
  const missing = isMediaPending ? undefined : [...new Set(found.warnings.flatMap(({ reference }) => reference ?? []))];
  return { failing: null, stale: names(false), held: names(true), ...(missing && { missing }) };
}
