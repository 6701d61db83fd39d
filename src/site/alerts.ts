/** Tells `ALERT_URL` what begins to go wrong and what is over, each once (contract, section 2). */
import type { SiteDatabase } from '../database/siteDatabase.ts';
import { chatBody, postJson } from '../lib/postJson.ts';
import { plainLine } from '../lib/printable.ts';
import { fail, messageOf, Refusal, type Result } from '../lib/result.ts';
import { howToAccept } from '../snapshot/sync/empty.ts';
import type { Found } from './status.ts';

/** What was told, so that all processes together tell it once: a row a part of `AlertState`, its value as JSON. */
export const ALERT_SCHEMA: readonly string[] = ['CREATE TABLE alert(part TEXT PRIMARY KEY, told TEXT NOT NULL) WITHOUT ROWID'];

interface AlertState {
  readonly failing: boolean;
  readonly stale: readonly string[];
  readonly held: readonly string[];
  readonly missing: readonly string[];
  readonly deployFailing: boolean;
  readonly formFailing: boolean;
  readonly restartNeeded: boolean;
}

const NOTHING: AlertState = {
  failing: false,
  stale: [],
  held: [],
  missing: [],
  deployFailing: false,
  formFailing: false,
  restartNeeded: false,
};

function readState(database: SiteDatabase): AlertState {
  const rows = database.prepare('SELECT part, told FROM alert').all();
  return { ...NOTHING, ...Object.fromEntries(rows.map(({ part, told }) => [String(part), JSON.parse(String(told))])) };
}

async function recordState(database: SiteDatabase, changed: Partial<AlertState>): Promise<void> {
  const written = await database.join('record an alert', () => {
    for (const [part, value] of Object.entries(changed))
      database.prepare('INSERT OR REPLACE INTO alert VALUES (?, ?)').run(part, JSON.stringify(value));
  });
  if (!written.ok) throw new Refusal(written.message);
}

/** What goes wrong now. Parts that are absent were not looked at: they stay as they were. */
export interface Observed {
  /** Why rebuilds fail, in one line; null: the last one went well. */
  readonly failure?: string | null;
  readonly lists?: Pick<Found, 'stale' | 'staleCollections'>;
  /** References of pictures and files that cannot be had. */
  readonly missing?: readonly string[];
  /** Why deploys fail; null: the last one went well. */
  readonly deployFailure?: string | null;
  /** Why submissions do not reach the content service; null: they do. */
  readonly formFailure?: string | null;
  /** What to say of forms that work again, in place of that they do. */
  readonly formRecovery?: string;
  /** Why the worker is to be started again; null: it is what is on disk. */
  readonly restart?: string | null;
}

export interface AlertsOptions {
  /** Null: nobody is told. */
  readonly url: string | null;
  readonly database: SiteDatabase;
  /** The site's public origin, which begins each text. */
  readonly siteUrl: string;
  /** The live release. */
  readonly release: () => string | null;
  /** One line about an alert that was not taken, or a state that could not be written. */
  readonly onFailed: (message: string) => void;
  /** Milliseconds before each attempt. */
  readonly pauses?: readonly number[];
}

/** What changed: something began to go wrong, or is over. */
type AlertEvent =
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
async function sendAlert(url: string, alert: Alert, pauses?: readonly number[]): Promise<Result<null>> {
  const sent = await postJson(url, chatBody(url, alert), pauses);
  if (sent.ok) return sent;
  return fail('unheard', `ALERT_URL did not take the alert "${alert.event}" (${sent.message}); the next rebuild tells it again.`);
}

/** What has to be told before a part of the state is what it is now. */
interface Change {
  readonly event: AlertEvent;
  readonly message: string;
  readonly state: Partial<AlertState>;
}

const FAULTS = {
  failing: { began: 'rebuild-failed', ended: 'rebuild-recovered', text: 'Rebuilds work again.' },
  deployFailing: { began: 'deploy-failed', ended: 'deploy-recovered', text: 'Deploys work again.' },
  formFailing: { began: 'form-failed', ended: 'form-recovered', text: 'Forms reach the content service again.' },
  restartNeeded: { began: 'restart-needed', ended: 'restart-done', text: 'The worker runs the code that is on disk.' },
} as const;

/** A fault that is there or not; undefined: nobody looked. */
function faultChange(
  before: AlertState,
  failure: string | null | undefined,
  part: keyof typeof FAULTS,
  recovery?: string,
): Change[] {
  if (failure === undefined || before[part] === (failure !== null)) return [];
  const { began, ended, text } = FAULTS[part];
  if (failure !== null) return [{ event: began, message: failure, state: { [part]: true } }];
  return [{ event: ended, message: recovery ?? text, state: { [part]: false } }];
}

const SETS = {
  stale: {
    began: { event: 'rebuild-stale', text: 'Could not be fetched, shown as last known' },
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

const MOST_NAMED = 10;

function named(what: string, all: readonly string[]): string {
  const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : '';
  return `${what}: ${all.slice(0, MOST_NAMED).join(', ')}${more}.`;
}

/** Names that came and names that went. */
function setChanges(before: readonly string[], now: readonly string[], part: keyof typeof SETS): Change[] {
  const { began, ended } = SETS[part];
  const came = now.filter((name) => !before.includes(name));
  const went = before.filter((name) => !now.includes(name));
  const todo = part === 'held' ? ` ${howToAccept(came.join(','))}, or at the desk.` : '';
  return [
    ...(came.length > 0
      ? [{ event: began.event, message: named(began.text, came) + todo, state: { [part]: [...before, ...came] } }]
      : []),
    ...(went.length > 0 ? [{ event: ended.event, message: named(ended.text, went), state: { [part]: now } }] : []),
  ];
}

function changesOf(before: AlertState, observed: Observed): Change[] {
  const { failure, lists, missing, deployFailure, formFailure, formRecovery, restart } = observed;
  const held = lists?.staleCollections.flatMap((one) => (one.held ? [one.collection] : [])) ?? [];
  const stale = lists?.stale.filter((name) => !held.some((other) => other === name)) ?? [];
  return [
    ...faultChange(before, failure, 'failing'),
    ...(lists ? [...setChanges(before.stale, stale, 'stale'), ...setChanges(before.held, held, 'held')] : []),
    ...(missing ? setChanges(before.missing, missing, 'missing') : []),
    ...faultChange(before, deployFailure, 'deployFailing'),
    ...faultChange(before, formFailure, 'formFailing', formRecovery),
    ...faultChange(before, restart, 'restartNeeded'),
  ];
}

export type Alerts = ReturnType<typeof openAlerts>;

/** Opens the alerts of a site. What is observed while one is being told is told after it, together. */
export function openAlerts({ url, database, siteUrl, release, onFailed, pauses }: AlertsOptions) {
  let waiting: Observed | null = null;
  let running: Promise<void> | null = null;
  let recorded = 0;
  let stale: readonly string[] = [];
  /** What could not be written down, as on a full disk. */
  let unwritten: AlertState | null = null;

  async function tell(to: string, observed: Observed): Promise<void> {
    stale = observed.lists?.stale ?? stale;
    let state = unwritten ?? readState(database);
    for (const change of changesOf(state, observed)) {
      const { event, state: part } = change;
      const message = plainLine(change.message);
      const at = new Date().toISOString();
      const alert: Alert = { text: `${siteUrl}: ${message}`, event, message, release: release(), stale, at };
      const sent = await sendAlert(to, alert, pauses);
      if (!sent.ok) return onFailed(sent.message);
      state = { ...state, ...part };
      unwritten = state;
      await recordState(database, state);
      unwritten = null;
      recorded += 1;
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
export function observedIn({ stale, staleCollections, warnings }: Found, isMediaPending: boolean): Observed {
  const missing = isMediaPending ? undefined : [...new Set(warnings.flatMap(({ reference }) => reference ?? []))];
  return { failure: null, lists: { stale, staleCollections }, ...(missing && { missing }) };
}
