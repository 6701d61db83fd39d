/** Netlify's build plugin of this project: cache, cancelled builds, the state file, previews that no search engine lists. */
import { scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type ContentState,
  fetchPublishedState,
  parseState,
  readContentState,
  type SiteState,
  STATE_FILE,
  treeDigest,
  whatChanged,
} from '../../src/hosting/state.ts';
import { dayOf } from '../../src/lib/dates.ts';
import { digestOf, digestOfJson } from '../../src/lib/digest.ts';
import { writeAtomic } from '../../src/lib/files.ts';
import { readSettings, type Settings } from '../../src/lib/settings.ts';
import { codeVersion } from '../../src/render/code.ts';
import { openReleases } from '../../src/site/releases.ts';
import { readFound } from '../../src/site/report.ts';
import { LONGEST_HOLD } from '../../src/snapshot/sync/empty.ts';
import { ROOT } from '../lib/command.ts';

/** Milliseconds for a list. */
const LIST_DEADLINE = 15_000;

/** What of Netlify's plugin interface is used here. */
export interface NetlifyEvent {
  readonly utils: {
    readonly build: { cancelBuild(message: string): void; failBuild(message: string): void };
    readonly cache: { restore(paths: readonly string[]): Promise<boolean>; save(paths: readonly string[]): Promise<boolean> };
    readonly status: { show(status: { title: string; summary: string }): void };
  };
  readonly netlifyConfig: {
    readonly build: { readonly environment: Record<string, string> };
    readonly headers: { for: string; values: Record<string, string> }[];
  };
  readonly constants: { readonly PUBLISH_DIR: string };
}

export interface PluginOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** The clock, epoch milliseconds. */
  readonly now?: () => number;
}

interface Begun {
  readonly settings: Settings;
  readonly code: string;
  readonly day: string;
  readonly content: ContentState;
  readonly published: SiteState | null;
}

/** Version of everything but content and day that decides what is deployed. */
async function versionOf(settings: Settings): Promise<string> {
  const rules = await readFile(join(ROOT, 'netlify.toml'));
  // Functions keep the settings of their deploy, secrets too. Anybody may read the version: guessing takes its time.
  const functions = scryptSync(JSON.stringify(settings), 'functions', 16).toString('hex');
  return digestOfJson([codeVersion(ROOT, settings), digestOf(rules), functions]);
}

/** Milliseconds before a build asks again for pictures that the last one could not have; each further wait is as long as all before. */
const MEDIA_PAUSE = 15 * 60_000;

/** When pictures that cannot be had since a moment are asked for again. */
function askAgain(since: number | undefined, now: number) {
  const lackingSince = since ?? now;
  return { lackingSince, due: [Math.max(lackingSince + MEDIA_PAUSE, 2 * now - lackingSince)] };
}

/** Netlify's two events, around the build command. */
export function plugin({ env = process.env, now = Date.now }: PluginOptions = {}) {
  let begun: Begun | undefined;
  const isProduction = env.CONTEXT === 'production';
  const cached = ({ cacheDir, dataDir }: Settings) => [cacheDir, dataDir, '.compiled'];

  async function onPreBuild({ utils, netlifyConfig }: NetlifyEvent): Promise<void> {
    // Under which this deploy will be seen.
    const address = env.SITE_URL ?? (isProduction ? env.URL : env.DEPLOY_PRIME_URL);
    if (address) netlifyConfig.build.environment.SITE_URL = address;
    const settings = readSettings({ ...env, SITE_URL: address });
    if (!settings.ok) return utils.build.failBuild(settings.message);
    const { value } = settings;
    // Without the cache somebody asked for a build from nothing.
    const isRestored = await utils.cache.restore(cached(value));
    const [code, content, published] = await Promise.all([
      versionOf(value),
      value.contentServiceUrl ? readContentState(value.contentServiceUrl, value, LIST_DEADLINE) : {},
      env.URL ? fetchPublishedState(env.URL) : null,
    ]);
    begun = { settings: value, code, day: dayOf(now(), value.timeZone), content, published };
    if (!isProduction || !isRestored || published?.code !== code) return;
    if (whatChanged(published, content, now(), value.timeZone) === null) {
      utils.build.cancelBuild('Neither code nor content nor day has changed since the last deploy.');
    }
  }

  async function onPostBuild({ utils, netlifyConfig, constants }: NetlifyEvent): Promise<void> {
    if (!begun) return;
    const { settings, code, day, published } = begun;
    const { engine, database } = openReleases({ root: ROOT, settings, distDir: constants.PUBLISH_DIR });
    const live = engine.live();
    const tree = treeDigest(Array.from(live?.files() ?? [], ({ path, digest }) => [path, digest] as const));
    const { staleCollections, isMediaAway } = readFound(database);
    // A list that could not be fetched is shown as it was: it must count as changed once it can be. One that is held was read.
    const isShown = (name: string) => !staleCollections.some((list) => list.collection === name && !list.held);
    const content = Object.fromEntries(Object.entries(begun.content).filter(([name]) => isShown(name)));
    const held = staleCollections.flatMap((list) => (list.held ? [list.since + LONGEST_HOLD] : []));
    const before = isDeepStrictEqual(published?.content, content) ? published : null;
    const lacking = isMediaAway ? askAgain(before?.lackingSince, now()) : { due: [] };
    const due = [...held, ...lacking.due];
    const state: SiteState = {
      ...{ format: 1, code, day, content },
      ...lacking,
      due: due.length > 0 ? Math.min(...due) : undefined,
      tree,
    };
    const text = JSON.stringify(state);
    await writeAtomic(join(constants.PUBLISH_DIR, STATE_FILE), text);
    if (!isProduction) netlifyConfig.headers.push({ for: '/*', values: { 'X-Robots-Tag': 'noindex' } });
    await utils.cache.save(cached(settings));
    // With other content the same pages are deployed all the same: only a deploy carries the state that ends the orders of builds.
    if (isProduction && isDeepStrictEqual(published, parseState(text))) {
      utils.build.cancelBuild('The pages came out as they are live, so nothing is deployed.');
      return;
    }
    utils.status.show({ title: 'School website', summary: `Release ${live?.release ?? 'unknown'}, content of ${day}` });
  }

  return { onPreBuild, onPostBuild };
}
