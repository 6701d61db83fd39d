/** The settings (contract, section 2). Read once at start; only functions on a host, which are told nothing else, read the environment themselves. */
import { fail, type Result, succeed } from './result.ts';
import { DECLARATIONS, type SettingName, type Values } from './settings/declarations.ts';
import { type BucketSettings, type DeploySettings, readTargets } from './settings/deploy.ts';

export type { BucketSettings, DeploySettings } from './settings/deploy.ts';
export { settingsWarnings } from './settings/warnings.ts';

export interface Settings {
  /** Base address of the content service without a trailing slash; null: the embedded one. */
  readonly contentServiceUrl: string | null;
  /** Bearer token of the auth calls. Server-side only. */
  readonly contentServiceToken: string | null;
  /** Seconds for one attempt of a call to the content service. */
  readonly contentServiceTimeout: number;
  readonly schoolCode: string;
  /** Public origin without a trailing slash. */
  readonly siteUrl: string;
  /** Where the browser sends forms; null: same-origin `/api`. Without a trailing slash. */
  readonly publicContentServiceUrl: string | null;
  readonly rebuildSecret: string | null;
  /** Cron line, in `timeZone`. */
  readonly rebuildSchedule: string;
  readonly timeZone: string;
  /** What the title of a highlight begins with that stands at the top of every page. */
  readonly closureMark: string;
  /** Whether browsers keep the pages that were read. */
  readonly offlinePages: 'on' | 'off';
  readonly port: number;
  readonly contentServicePort: number;
  /** As given; relative to the project's root. */
  readonly contentFolder: string;
  /** As given; relative to the project's root. */
  readonly cacheDir: string;
  /** What must outlast the cache. As given; relative to the project's root. */
  readonly dataDir: string;
  /** What happens to a list of ten or more items that comes back empty. */
  readonly emptyLists: 'hold' | 'publish';
  /** Null: no desk. */
  readonly deskPassword: string | null;
  /** 0: no limit. */
  readonly submissionsPerMinute: number;
  readonly trustedProxies: readonly string[];
  readonly mediaHosts: readonly string[];
  readonly alertUrl: string | null;
  /** Called by a host's function when content or day changed. A secret: whoever knows it can start builds. */
  readonly buildHookUrl: string | null;
  /** Where a worker or `npm run deploy` hands releases to; null: nowhere. */
  readonly deploy: DeploySettings | null;
  /** Where rebuild state is also kept, so that any machine can rebuild; null: nowhere. */
  readonly state: BucketSettings | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The checked value of one variable. An empty one counts as unset. */
function readOne(name: SettingName, text: string): Result<unknown, 'malformed-setting'> {
  const { check, fallback, isSecret } = DECLARATIONS[name];
  const given = text || fallback;
  if (given === null) return succeed(null);
  const parsed = check.safeParse(given, { reportInput: true });
  if (parsed.success) return succeed(parsed.data);
  const [issue] = parsed.error.issues;
  const value = isSecret ? '' : `, not "${issue?.input ?? given}"`;
  return fail('malformed-setting', `${name} must be ${issue?.message}${value}.`);
}

function readValues(env: Environment): Result<Values, 'malformed-setting'> {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(DECLARATIONS) as SettingName[]) {
    const read = readOne(name, env[name]?.trim() ?? '');
    if (!read.ok) return read;
    values[name] = read.value;
  }
  // Each name was read by the check from which its type is inferred.
  return succeed(values as Values);
}

/** Reads the settings, or says in one line which one is malformed or missing. */
export function readSettings(env: Environment): Result<Settings, 'malformed-setting'> {
  const read = readValues(env);
  if (!read.ok) return read;
  const { value } = read;
  const targets = readTargets(value);
  if (!targets.ok) return targets;
  return succeed({
    contentServiceUrl: value.CONTENT_SERVICE_URL,
    contentServiceToken: value.CONTENT_SERVICE_TOKEN,
    contentServiceTimeout: value.CONTENT_SERVICE_TIMEOUT,
    schoolCode: value.SCHOOL_CODE,
    siteUrl: value.SITE_URL,
    publicContentServiceUrl: value.PUBLIC_CONTENT_SERVICE_URL,
    rebuildSecret: value.REBUILD_SECRET,
    rebuildSchedule: value.REBUILD_SCHEDULE,
    timeZone: value.SCHOOL_TIME_ZONE,
    closureMark: value.CLOSURE_MARK,
    offlinePages: value.OFFLINE_PAGES,
    port: value.PORT,
    contentServicePort: value.CONTENT_SERVICE_PORT,
    contentFolder: value.CONTENT_FOLDER,
    cacheDir: value.CACHE_DIR,
    dataDir: value.DATA_DIR,
    emptyLists: value.EMPTY_LISTS,
    deskPassword: value.DESK_PASSWORD,
    submissionsPerMinute: value.SUBMISSIONS_PER_MINUTE,
    trustedProxies: value.TRUSTED_PROXIES,
    mediaHosts: value.MEDIA_HOSTS,
    alertUrl: value.ALERT_URL,
    buildHookUrl: value.BUILD_HOOK_URL,
    ...targets.value,
  });
}
