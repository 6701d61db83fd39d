/** The settings (contract, section 2): key, check and default; `.env.example` says what each means. Read once at start. */
import { isIP } from 'node:net';
import { Cron } from 'croner';
import { nearestName } from './nearestName.ts';
import { fail, Refusal, type Result, succeed } from './result.ts';
import { decoded } from './url.ts';

/**
 * Reads the trimmed text of one variable. A failure's message completes "NAME must be ..."; its reason is the part that is wrong.
 * By hand: to load a schema library takes a command longer than all that it does with it.
 */
type Check<Value> = (text: string) => Result<Value>;

const reading =
  <Value>(isValid: (text: string) => boolean, expected: string, read: (text: string) => Value): Check<Value> =>
  (text) =>
    isValid(text) ? succeed(read(text)) : fail(text, expected);

const matching = (isValid: (text: string) => boolean, expected: string) => reading(isValid, expected, (text) => text);

/** As it is written: parsers also take `https:/www.example.org` and backslashes, and drop line breaks. */
const ADDRESS = /^https?:\/\/[^/\\\s][^\\\s]*$/i;

function isAddress(value: string, allowed: { readonly query: boolean }): boolean {
  const url = ADDRESS.test(value) ? URL.parse(value) : null;
  return url !== null && !url.username && !url.password && (allowed.query || (!url.search && !url.hash));
}

const anyText: Check<string> = succeed;

/** A base address to which paths are appended: without a trailing slash. */
const baseAddress = reading(
  (value) => isAddress(value, { query: false }),
  'an http(s) address such as https://content.example.org',
  (value) => value.replace(/[/?#]+$/, ''),
);

/** An address that is called as it is, query included. */
const callAddress = matching(
  (value) => isAddress(value, { query: true }),
  'an http(s) address such as https://alerts.example.org/school',
);

/** Scheme, host and port as browsers write them: in lower case and ASCII, without a trailing slash. */
const origin = reading(
  (value) => isAddress(value, { query: false }) && URL.parse(value)?.pathname === '/',
  'an http(s) origin without a path, such as https://www.example.org',
  (value) => new URL(value).origin,
);

const wholeNumber = (least: number, most: number) =>
  reading(
    (value) => /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most,
    `a whole number from ${least} to ${most}`,
    Number,
  );

const keptReleases = reading(
  (value) => /^[1-9]\d{0,2} *, *\d{1,3} *, *\d{1,3}$/.test(value),
  'three whole numbers such as 5,7,4: how many of the last releases, of days and of weeks',
  (value) => {
    const [last = 1, days = 0, weeks = 0] = value.split(',').map(Number);
    return { last, days, weeks };
  },
);

const headerValue = matching((value) => /^[\x20-\x7e]+$/.test(value), 'printable ASCII characters in one line');

const headerSecret = matching((value) => /^[\x20-\x7e]{16,}$/.test(value), 'at least 16 printable ASCII characters in one line');

const password = matching((value) => [...value].length >= 12, 'at least 12 characters');

const schoolCode = matching((value) => /^[A-Za-z0-9_-]{1,32}$/.test(value), '1 to 32 letters, digits, "-" or "_"');

const timeZone = matching((value) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}, 'an IANA time zone such as Asia/Kolkata');

const cronLine = matching((value) => {
  // croner also takes a date, on which it would run once.
  if (/^\d{4}-/.test(value)) return false;
  try {
    // Null: it names no day that comes, such as 31 February.
    return new Cron(value, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}, 'a cron line such as */15 * * * *');

const listOf =
  (entry: Check<string>): Check<string[]> =>
  (text) => {
    const read = text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(entry);
    return read.find((one) => !one.ok) ?? succeed(read.flatMap((one) => (one.ok ? [one.value] : [])));
  };

const hosts = listOf(
  reading(
    (value) => URL.parse(`http://${value}`)?.pathname === '/' && /^[^/?#@\\*]+$/.test(value),
    'host names such as cdn.example.org',
    (value) => value.toLowerCase(),
  ),
);

function isAddressRange(value: string): boolean {
  const [address = '', bits = '0', ...more] = value.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most && more.length === 0;
}

const addressRanges = listOf(matching(isAddressRange, 'addresses or ranges such as 10.0.0.0/8'));

const BUCKET = '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]';

const bucketName = matching(
  (value) => new RegExp(`^${BUCKET}$`).test(value),
  'a bucket name: 3 to 63 lower-case letters, digits, "-" or "."',
);

const isKeyPrefix = (value: string) => /^[\w!.*'()/-]*$/.test(value) && !value.includes('//');
const withoutSlashes = (value: string) => value.replace(/^\/|\/$/g, '');

const keyPrefix = reading(isKeyPrefix, 'a prefix of object names such as sites/school', withoutSlashes);

const bucketAddress = reading(
  (value) => new RegExp(`^s3://${BUCKET}(?:/|$)`).test(value) && isKeyPrefix(value.slice('s3://'.length)),
  'an address of object storage such as s3://bucket/prefix',
  (value) => {
    const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)(.*)$/.exec(value) ?? [];
    return { bucket, prefix: withoutSlashes(prefix) };
  },
);

const hostAddress = matching((value) => isIP(value) > 0 || value === 'localhost', 'an address of this machine such as 127.0.0.1');

const mailServer = matching((value) => {
  const { protocol = '', hostname = '', username = '', password = '' } = URL.parse(value) ?? {};
  return /^smtps?:$/.test(protocol) && hostname !== '' && decoded(username) !== null && decoded(password) !== null;
}, 'the address of a mail server such as smtps://user:password@mail.example.org, with %25 for "%"');

const mailAddresses = listOf(
  matching((value) => /^[^\s@<>;]+@[^\s@<>;]+\.[^\s@<>;]+$/.test(value), 'e-mail addresses such as office@school.example'),
);

function oneOf<const Value extends string>(...values: readonly Value[]): Check<Value> {
  const quoted = values.map((value) => `"${value}"`);
  return (text) => {
    const found = values.find((value) => value === text);
    return found ? succeed(found) : fail(text, [quoted.slice(0, -1).join(', '), quoted.at(-1)].join(' or '));
  };
}

type Read<Value> = Result<Value, 'malformed-setting'>;

/** Reads the trimmed text of the variable `name`; an empty one counts as unset. */
type Setting<Value> = (name: string, text: string) => Read<Value>;

/** Secrets are never repeated in a message, nor a text that may be an address with a password or a key, however mistyped. */
function readBy<Value>(check: Check<Value>, name: string, text: string, isSecret = false): Read<Value> {
  const read = check(text);
  if (read.ok) return read;
  const value = isSecret || /[@?]/.test(text) ? '' : `, not "${read.reason}"`;
  return fail('malformed-setting', `${name} must be ${read.message}${value}.`);
}

function optional<Value>(check: Check<Value>, isSecret = false): Setting<Value | null> {
  return (name, text) => (text ? readBy(check, name, text, isSecret) : succeed(null));
}

const secret = <Value>(check: Check<Value>) => optional(check, true);

function withDefault<Value>(check: Check<Value>, fallback: string): Setting<Value> {
  return (name, text) => readBy(check, name, text || fallback);
}

export const SETTINGS = {
  contentServiceUrl: optional(baseAddress),
  contentServiceToken: secret(headerValue),
  contentServiceTimeout: withDefault(wholeNumber(1, 600), '10'),
  schoolCode: withDefault(schoolCode, 'HTSJ'),
  siteUrl: optional(origin),
  publicContentServiceUrl: optional(baseAddress),
  rebuildSecret: secret(headerSecret),
  rebuildSchedule: withDefault(cronLine, '*/15 * * * *'),
  timeZone: withDefault(timeZone, 'Asia/Kolkata'),
  port: withDefault(wholeNumber(0, 65535), '4321'),
  host: optional(hostAddress),
  restartOnUpgrade: withDefault(oneOf('exit', 'tell'), 'tell'),
  contentServicePort: withDefault(wholeNumber(0, 65535), '4322'),
  contentFolder: withDefault(anyText, 'scripts/content-service/content'),
  closureMark: withDefault(anyText, '!'),
  offlinePages: withDefault(oneOf('on', 'off'), 'on'),
  cacheDir: withDefault(anyText, '.cache'),
  dataDir: withDefault(anyText, '.data'),
  emptyLists: withDefault(oneOf('hold', 'publish'), 'hold'),
  deskPassword: secret(password),
  keepReleases: withDefault(keptReleases, '5,7,4'),
  submissionsPerMinute: withDefault(wholeNumber(0, 1_000_000), '30'),
  trustedProxies: withDefault(addressRanges, ''),
  mediaHosts: withDefault(hosts, ''),
  alertUrl: secret(callAddress),
  notifyUrl: secret(callAddress),
  smtpUrl: secret(mailServer),
  notifyEmail: optional(mailAddresses),
  stateUrl: optional(bucketAddress),
  deployTarget: optional(oneOf('netlify', 's3', 'folder', 'command')),
  deployMinInterval: optional(wholeNumber(0, 86_400)),
  netlifySiteId: optional(anyText),
  netlifyAuthToken: secret(headerValue),
  netlifyApiUrl: withDefault(baseAddress, 'https://api.netlify.com/api/v1'),
  gatewayUrl: optional(origin),
  buildHookUrl: secret(callAddress),
  deployFolder: optional(anyText),
  deployCommand: optional(anyText),
  s3Endpoint: optional(baseAddress),
  s3Region: optional(anyText),
  s3Bucket: optional(bucketName),
  s3Prefix: withDefault(keyPrefix, ''),
  awsAccessKeyId: optional(headerValue),
  awsSecretAccessKey: secret(headerValue),
  cdnPurgeUrl: secret(callAddress),
  cdnPurgeToken: secret(headerValue),
};

/** The checked values by key: null where a variable without a default is unset. */
export type Values = {
  readonly [Key in keyof typeof SETTINGS]: (typeof SETTINGS)[Key] extends Setting<infer Value> ? Value : never;
};

/** The variable of a setting in the environment: that of `cacheDir` is `CACHE_DIR`. */
export const variableOf = (key: string) => (key === 'timeZone' ? 'SCHOOL_TIME_ZONE' : key.replace(/[A-Z]/g, '_$&').toUpperCase());

function needed<Key extends keyof Values>(values: Values, key: Key, why: string): NonNullable<Values[Key]> {
  const value = values[key];
  if (value === null || value === undefined) throw new Refusal(`${variableOf(key)} is not set. ${why}`);
  return value;
}

export type BucketSettings = Readonly<ReturnType<typeof bucketOf>>;

/** `prefix`: what object names begin with, without a slash at either end; empty: nothing. */
function bucketOf(values: Values, place: { readonly bucket: string; readonly prefix: string }, why: string) {
  return {
    ...place,
    /** Null: Amazon S3 in `region`. */
    endpoint: values.s3Endpoint,
    region: values.s3Region ?? 'us-east-1',
    accessKeyId: needed(values, 'awsAccessKeyId', why),
    /** Server-side only. */
    secretAccessKey: needed(values, 'awsSecretAccessKey', why),
  };
}

/** A host that takes files, or a command of the operator's that does. `minInterval`: seconds from the start of one deploy to that of the next, at least. */
export type DeploySettings = NonNullable<ReturnType<typeof deployOf>>;

function deployOf(values: Values) {
  const { deployTarget: target, deployMinInterval: seconds } = values;
  if (target === null) return null;
  if (target === 'command') {
    return { target, minInterval: seconds ?? 300, command: needed(values, 'deployCommand', 'DEPLOY_TARGET=command runs it.') };
  }
  if (target === 'folder') {
    // As given; relative to the project's root.
    return { target, minInterval: seconds ?? 1, folder: needed(values, 'deployFolder', 'DEPLOY_TARGET=folder fills it.') };
  }
  if (target === 's3') {
    const why = 'DEPLOY_TARGET=s3 needs the bucket and a key with its secret.';
    const place = { bucket: needed(values, 's3Bucket', why), prefix: values.s3Prefix };
    const { cdnPurgeUrl: url, cdnPurgeToken: token } = values;
    return {
      target,
      minInterval: seconds ?? 1,
      bucket: bucketOf(values, place, why),
      /** Told of changed addresses after an upload; the token is server-side only. */
      purge: url === null ? null : { url, token },
    };
  }
  const why = 'DEPLOY_TARGET=netlify needs the site and a personal access token.';
  return {
    target,
    minInterval: seconds ?? 300,
    siteId: needed(values, 'netlifySiteId', why),
    /** Server-side only. */
    token: needed(values, 'netlifyAuthToken', why),
    apiUrl: values.netlifyApiUrl,
    /** Public address of a worker to which the host forwards `/api/*`; null: it answers no forms. */
    gatewayUrl: values.gatewayUrl,
  };
}

export interface Settings extends Values {
  readonly siteUrl: string;
  /** Where a worker or `npm run deploy` hands releases to; null: nowhere. */
  readonly deploy: DeploySettings | null;
  /** Where rebuild state is also kept, so that any machine can rebuild; null: nowhere. */
  readonly state: BucketSettings | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readSettings(env: Environment): Read<Settings> {
  const read: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(SETTINGS)) {
    const name = variableOf(key);
    const value = setting(name, env[name]?.trim() ?? '');
    if (!value.ok) return value;
    read[key] = value.value;
  }
  // Each key was read by the check from which its type is inferred.
  const values = read as Values;
  if (values.smtpUrl !== null && values.notifyEmail === null)
    return fail('malformed-setting', 'NOTIFY_EMAIL is not set. SMTP_URL sends submissions to it.');
  // A port that the system chooses is not known yet.
  const siteUrl = values.siteUrl ?? `http://localhost:${values.port || 4321}`;
  try {
    const state =
      values.stateUrl && bucketOf(values, values.stateUrl, 'STATE_URL needs a key of the object storage with its secret.');
    return succeed({ ...values, siteUrl, deploy: deployOf(values), state });
  } catch (error) {
    if (error instanceof Refusal) return fail('malformed-setting', error.message);
    throw error;
  }
}

const NAMES = Object.keys(SETTINGS).map(variableOf);
/** Shorter names are one slip away from ordinary variables of a machine (`PORT` from `SORT`). */
const LONG_NAMES = NAMES.filter(({ length }) => length >= 7);

/** Whether an address may be meant for everybody: a name with a domain, but for those of a local network. */
function isPublic(address: string): boolean {
  const { hostname } = new URL(address);
  return isIP(hostname) === 0 && hostname.includes('.') && !/\.(?:localhost|local|internal|test)$/.test(hostname);
}

/** Whether what machines share lies in the bucket's tree that visitors see. */
function isStatePublic({ state, deploy }: Settings): boolean {
  if (!state || deploy?.target !== 's3') return false;
  const { bucket, endpoint, prefix } = deploy.bucket;
  return state.bucket === bucket && state.endpoint === endpoint && (prefix === '' || `${state.prefix}/`.startsWith(`${prefix}/`));
}

/** `inFile`: the variables that a settings file names. */
export function settingsWarnings(env: Environment, settings: Settings, inFile: readonly string[] = []): string[] {
  const { contentServiceUrl } = settings;
  const warnings = Object.keys(env).flatMap((name) => {
    const known = inFile.includes(name) ? NAMES : LONG_NAMES;
    const meant = env[name] !== undefined && nearestName(name, known, ({ length }) => (length < 12 ? 1 : 2));
    return meant ? [`${name} is not a setting and has no effect. Is ${meant} meant?`] : [];
  });
  if (contentServiceUrl !== null && isPublic(contentServiceUrl) && !env.SITE_URL?.trim())
    warnings.push(
      `SITE_URL is not set: canonical links, sitemap and feeds lead to this machine, though the content comes from ${contentServiceUrl}.`,
    );
  if (isStatePublic(settings))
    warnings.push(
      'STATE_URL lies among the files of the site, which visitors may read: give it a bucket of its own, or a prefix outside S3_PREFIX.',
    );
  return warnings;
}
