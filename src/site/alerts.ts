/** Tells `ALERT_URL` what begins to go wrong and what is over, each once (contract, section 2). */
import { printable } from '../lib/printable.ts';
import { type Alert, type AlertEvent, sendAlert } from './sendAlert.ts';
import type { SiteStatus } from './status.ts';
import { openTold, type Told } from './told.ts';

/** What goes wrong now. Parts that are absent were not looked at: they stay as they were. */
export interface Observed {
  /** Why rebuilds fail, in one line; null: the last one went well. */
  readonly failure?: string | null;
  readonly lists?: Pick<SiteStatus, 'stale' | 'staleCollections'>;
  /** References of pictures and files that cannot be had. */
  readonly missing?: readonly string[];
  /** Why deploys fail; null: the last one went well. */
  readonly deployFailure?: string | null;
}

export interface Alerts {
  /** Ends when what changed was told, or could not be; true: something was told and recorded. Never rejects. */
  observe(observed: Observed): Promise<boolean>;
}

export interface AlertsOptions {
  /** Null: nobody is told. */
  readonly url: string | null;
  readonly cacheDir: string;
  /** The site's public origin, which begins each text. */
  readonly siteUrl: string;
  /** The live release. */
  readonly release: () => string | null;
  /** One line about an alert that was not taken, or a state that could not be written. */
  readonly onFailed: (message: string) => void;
  /** Milliseconds before each attempt. */
  readonly pauses?: readonly number[];
}

/** What has to be told before a part of the state is what it is now. */
interface Change {
  readonly event: AlertEvent;
  readonly message: string;
  readonly told: Partial<Told>;
}

/** A fault that is there or not. */
function faultChange(before: boolean, failure: string | null, part: 'failing' | 'deployFailing'): Change[] {
  if (before === (failure !== null)) return [];
  const [what, name] = part === 'failing' ? (['rebuild', 'Rebuilds'] as const) : (['deploy', 'Deploys'] as const);
  if (failure !== null) return [{ event: `${what}-failed`, message: failure, told: { [part]: true } }];
  return [{ event: `${what}-recovered`, message: `${name} work again.`, told: { [part]: false } }];
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
  return [
    ...(came.length > 0
      ? [{ event: began.event, message: named(began.text, came), told: { [part]: [...before, ...came] } }]
      : []),
    ...(went.length > 0 ? [{ event: ended.event, message: named(ended.text, went), told: { [part]: now } }] : []),
  ];
}

function changesOf(before: Told, { failure, lists, missing, deployFailure }: Observed): Change[] {
  const held = lists?.staleCollections.flatMap((one) => (one.held ? [one.collection] : [])) ?? [];
  const stale = lists?.stale.filter((name) => !held.some((other) => other === name)) ?? [];
  return [
    ...(failure === undefined ? [] : faultChange(before.failing, failure, 'failing')),
    ...(lists ? [...setChanges(before.stale, stale, 'stale'), ...setChanges(before.held, held, 'held')] : []),
    ...(missing ? setChanges(before.missing, missing, 'missing') : []),
    ...(deployFailure === undefined ? [] : faultChange(before.deployFailing, deployFailure, 'deployFailing')),
  ];
}

/** Opens the alerts of a cache folder. What is observed while one is being told is told after it, together. */
export function openAlerts({ url, cacheDir, siteUrl, release, onFailed, pauses }: AlertsOptions): Alerts {
  const record = openTold(cacheDir);
  let waiting: Observed | null = null;
  let running: Promise<void> | null = null;
  let recorded = 0;
  let stale: readonly string[] = [];
  /** What could not be written down, as on a full disk. */
  let unwritten: Told | null = null;

  async function tell(to: string, observed: Observed): Promise<void> {
    stale = observed.lists?.stale ?? stale;
    let told = unwritten ?? (await record.read());
    for (const change of changesOf(told, observed)) {
      const { event, told: part } = change;
      const message = printable(change.message);
      const at = new Date().toISOString();
      const alert: Alert = { text: `${siteUrl}: ${message}`, event, message, release: release(), stale, at };
      const sent = await sendAlert(to, alert, pauses);
      if (!sent.ok) return onFailed(sent.message);
      told = { ...told, ...part };
      unwritten = told;
      await record.write(told);
      unwritten = null;
      recorded += 1;
    }
  }

  async function run(to: string): Promise<void> {
    while (waiting) {
      const observed: Observed = waiting;
      waiting = null;
      await tell(to, observed).catch((error: unknown) => onFailed(`An alert could not be recorded: ${String(error)}`));
    }
    running = null;
  }

  return {
    async observe(observed) {
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
export function observedIn(status: SiteStatus, isMediaPending: boolean): Observed {
  const { stale, staleCollections, warnings } = status;
  const missing = isMediaPending ? undefined : [...new Set(warnings.flatMap(({ reference }) => reference ?? []))];
  return { failure: null, lists: { stale, staleCollections }, ...(missing && { missing }) };
}
