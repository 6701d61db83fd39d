import { isIP } from 'node:net';
import { Cron } from 'croner';
import { fail, type Result, succeed } from './result.ts';

/** What the operator set (contract: Settings). Read once at start; nothing else reads the environment. */
export interface Settings {
  /** Base address of the content service without a trailing slash; null: the embedded one. */
  readonly contentServiceUrl: string | null;
  /** Bearer token of the auth calls. Server-side only. */
  readonly contentServiceToken: string | null;
  readonly schoolCode: string;
  /** Public origin without a trailing slash. */
  readonly siteUrl: string;
  /** Where the browser sends forms; null: same-origin `/api`. Without a trailing slash. */
  readonly publicContentServiceUrl: string | null;
  readonly rebuildSecret: string | null;
  /** Cron line, in `timeZone`. */
  readonly rebuildSchedule: string;
  readonly timeZone: string;
  readonly port: number;
  readonly contentServicePort: number;
  /** As given; relative to the project's root. */
  readonly cacheDir: string;
  /** 0: no limit. */
  readonly submissionsPerMinute: number;
  readonly trustedProxies: readonly string[];
  readonly mediaHosts: readonly string[];
  readonly alertUrl: string | null;
  /** Called by a host's function when content or day changed. A secret: whoever knows it can start builds. */
  readonly buildHookUrl: string | null;
  /** Where a worker or `npm run deploy` hands releases to; null: nowhere. */
  readonly deploy: DeploySettings | null;
}

/** A host that takes files, or a command of the operator's that does. */
export type DeploySettings = {
  /** At least so many seconds from the start of one deploy to that of the next. */
  readonly minInterval: number;
} & (
  | {
      readonly target: 'netlify';
      readonly siteId: string;
      /** Server-side only. */
      readonly token: string;
      /** Address of Netlify's API. */
      readonly apiUrl: string;
      /** Public address of a worker to which the host forwards `/api/*`; null: it answers no forms. */
      readonly gatewayUrl: string | null;
    }
  | { readonly target: 'command'; readonly command: string }
);

type Environment = Readonly<Record<string, string | undefined>>;

class Malformed extends Error {}

function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

function address(env: Environment, name: string): string | null {
  const value = text(env, name);
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new Malformed(`${name} must be an http(s) address such as https://content.example.org, not "${value}".`);
  }
  return value.replace(/[/?#]+$/, '');
}

function origin(env: Environment, name: string): string | null {
  const value = address(env, name);
  if (value !== null && new URL(value).pathname !== '/')
    throw new Malformed(`${name} must be an origin without a path, not "${value}".`);
  return value;
}

function wholeNumber(env: Environment, name: string, fallback: number, most: number): number {
  const value = text(env, name);
  if (value === null) return fallback;
  if (!/^\d+$/.test(value) || Number(value) > most)
    throw new Malformed(`${name} must be a whole number from 0 to ${most}, not "${value}".`);
  return Number(value);
}

function words(env: Environment, name: string): string[] {
  return (text(env, name) ?? '').split(/[\s,]+/).filter(Boolean);
}

/** A token travels in a header; one that cannot would fail far from here. It is not repeated in the message. */
function headerValue(env: Environment, name: string): string | null {
  const value = text(env, name);
  if (value !== null && !/^[\x20-\x7e]+$/.test(value))
    throw new Malformed(`${name} must be printable ASCII characters in one line.`);
  return value;
}

function hosts(env: Environment, name: string): string[] {
  const entries = words(env, name).map((host) => host.toLowerCase());
  const malformed = entries.find((entry) => URL.parse(`http://${entry}`)?.pathname !== '/' || !/^[^/?#@\\]+$/.test(entry));
  if (malformed !== undefined) throw new Malformed(`${name} must be host names such as cdn.example.org, not "${malformed}".`);
  return entries;
}

function proxies(env: Environment): string[] {
  const entries = words(env, 'TRUSTED_PROXIES');
  for (const entry of entries) {
    const [address = '', bits = '0', ...more] = entry.split('/');
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    if (!/^\d{1,3}$/.test(bits) || Number(bits) > most || more.length > 0)
      throw new Malformed(`TRUSTED_PROXIES must be addresses or ranges such as 10.0.0.0/8, not "${entry}".`);
  }
  return entries;
}

function schoolCode(env: Environment): string {
  const code = text(env, 'SCHOOL_CODE') ?? 'HTSJ';
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(code))
    throw new Malformed(`SCHOOL_CODE must be 1 to 32 letters, digits, "-" or "_", not "${code}".`);
  return code;
}

function timeZone(env: Environment): string {
  const zone = text(env, 'SCHOOL_TIME_ZONE') ?? 'Asia/Kolkata';
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    throw new Malformed(`SCHOOL_TIME_ZONE must be an IANA time zone such as Asia/Kolkata, not "${zone}".`);
  }
  return zone;
}

function schedule(env: Environment): string {
  const line = text(env, 'REBUILD_SCHEDULE') ?? '*/15 * * * *';
  try {
    // The library also takes a moment, at which it would run once.
    if (/^\d{4}-/.test(line)) throw new Malformed();
    new Cron(line, { paused: true });
  } catch {
    throw new Malformed(`REBUILD_SCHEDULE must be a cron line such as */15 * * * *, not "${line}".`);
  }
  return line;
}

function needed(env: Environment, name: string, why: string): string {
  const value = text(env, name);
  if (value === null) throw new Malformed(`${name} is not set. ${why}`);
  return value;
}

function deploy(env: Environment): DeploySettings | null {
  const target = text(env, 'DEPLOY_TARGET');
  if (target === null) return null;
  const minInterval = wholeNumber(env, 'DEPLOY_MIN_INTERVAL', 300, 86_400);
  if (target === 'command') {
    return { target, minInterval, command: needed(env, 'DEPLOY_COMMAND', 'DEPLOY_TARGET=command runs it.') };
  }
  if (target !== 'netlify') throw new Malformed(`DEPLOY_TARGET must be "netlify" or "command", not "${target}".`);
  const why = 'DEPLOY_TARGET=netlify needs the site and a personal access token.';
  return {
    target,
    minInterval,
    siteId: needed(env, 'NETLIFY_SITE_ID', why),
    token: needed(env, 'NETLIFY_AUTH_TOKEN', why),
    apiUrl: address(env, 'NETLIFY_API_URL') ?? 'https://api.netlify.com/api/v1',
    gatewayUrl: origin(env, 'GATEWAY_URL'),
  };
}

/** Reads the settings, or says in one line which one is malformed. */
export function readSettings(env: Environment): Result<Settings, 'malformed-setting'> {
  try {
    return succeed({
      contentServiceUrl: address(env, 'CONTENT_SERVICE_URL'),
      contentServiceToken: headerValue(env, 'CONTENT_SERVICE_TOKEN'),
      schoolCode: schoolCode(env),
      siteUrl: origin(env, 'SITE_URL') ?? 'http://localhost:4321',
      publicContentServiceUrl: address(env, 'PUBLIC_CONTENT_SERVICE_URL'),
      rebuildSecret: text(env, 'REBUILD_SECRET'),
      rebuildSchedule: schedule(env),
      timeZone: timeZone(env),
      port: wholeNumber(env, 'PORT', 4321, 65535),
      contentServicePort: wholeNumber(env, 'CONTENT_SERVICE_PORT', 4322, 65535),
      cacheDir: text(env, 'CACHE_DIR') ?? '.cache',
      submissionsPerMinute: wholeNumber(env, 'SUBMISSIONS_PER_MINUTE', 30, 1_000_000),
      trustedProxies: proxies(env),
      mediaHosts: hosts(env, 'MEDIA_HOSTS'),
      alertUrl: address(env, 'ALERT_URL'),
      buildHookUrl: address(env, 'BUILD_HOOK_URL'),
      deploy: deploy(env),
    });
  } catch (error) {
    if (error instanceof Malformed) return fail('malformed-setting', error.message);
    throw error;
  }
}
