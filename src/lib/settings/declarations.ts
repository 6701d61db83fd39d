/** Every setting of the environment, once: name, default, description, check. `.env.example` is made of this. */
import type * as z from 'zod/mini';
import {
  addressRanges,
  anyText,
  baseAddress,
  bucketAddress,
  bucketName,
  callAddress,
  cronLine,
  headerSecret,
  headerValue,
  hosts,
  keyPrefix,
  oneOf,
  origin,
  password,
  schoolCode,
  timeZone,
  wholeNumber,
} from './checks.ts';

export interface Declaration<Value = unknown> {
  readonly description: string;
  readonly check: z.ZodMiniType<Value, string>;
  /** Text that stands for an unset variable; null: none, and the value is null. */
  readonly fallback: string | null;
  /** Shown in `.env.example` where there is no default. */
  readonly example: string;
  /** Never repeated in a message. */
  readonly isSecret: boolean;
}

interface Optional<Value> extends Declaration<Value> {
  readonly fallback: null;
}

interface WithDefault<Value> extends Declaration<Value> {
  readonly fallback: string;
}

function optional<Value>(check: z.ZodMiniType<Value, string>, description: string, example = ''): Optional<Value> {
  return { description, check, fallback: null, example, isSecret: false };
}

function secret<Value>(check: z.ZodMiniType<Value, string>, description: string): Optional<Value> {
  return { ...optional(check, description), isSecret: true };
}

function withDefault<Value>(
  check: z.ZodMiniType<Value, string>,
  fallback: string,
  description: string,
  example = fallback,
): WithDefault<Value> {
  return { description, check, fallback, example, isSecret: false };
}

export const DECLARATIONS = {
  CONTENT_SERVICE_URL: optional(
    baseAddress,
    'Base address of the content service. Unset: the embedded one with the sample content.',
    'https://content.example.org',
  ),
  CONTENT_SERVICE_TOKEN: secret(headerValue, 'Bearer token for the calls that need one. Stays on the server.'),
  CONTENT_SERVICE_TIMEOUT: withDefault(
    wholeNumber(1, 600),
    '10',
    'Seconds within which the content service must answer one attempt of a rebuild; a picture or file has half as much more.',
  ),
  SCHOOL_CODE: withDefault(schoolCode, 'HTSJ', "School code segment in the content service's addresses."),
  SITE_URL: withDefault(origin, 'http://localhost:4321', 'Public origin of the site, for canonical links, sitemap and feeds.'),
  PUBLIC_CONTENT_SERVICE_URL: optional(
    baseAddress,
    "Where the browser sends forms and reads live data. Unset: /api on the site's own origin.",
  ),
  REBUILD_SECRET: secret(
    headerSecret,
    'Shared secret of the rebuild webhook, at least 16 characters. Unset: the webhook refuses every call.',
  ),
  REBUILD_SCHEDULE: withDefault(cronLine, '*/15 * * * *', 'Cron line of the scheduled rebuild, in SCHOOL_TIME_ZONE.'),
  SCHOOL_TIME_ZONE: withDefault(timeZone, 'Asia/Kolkata', 'Zone in which dates are shown and "today" is decided.'),
  PORT: withDefault(wholeNumber(0, 65535), '4321', "The site's port."),
  CONTENT_SERVICE_PORT: withDefault(wholeNumber(0, 65535), '4322', "The embedded content service's port."),
  CONTENT_FOLDER: withDefault(
    anyText,
    'scripts/content-service/content',
    'Content files of the embedded content service started by "npm run content-service".',
  ),
  CLOSURE_MARK: withDefault(
    anyText,
    '!',
    'A highlight whose title begins with it stands in full at the top of every page, without the mark.',
  ),
  OFFLINE_PAGES: withDefault(
    oneOf('on', 'off'),
    'on',
    '"on": browsers keep the pages that were read, for times without a network. "off": they do not, and drop what they have.',
  ),
  CACHE_DIR: withDefault(anyText, '.cache', 'Everything kept between builds: snapshot, media, traces, releases.'),
  DATA_DIR: withDefault(
    anyText,
    '.data',
    'What must outlast the cache: submissions of the embedded service, withdrawn references. Back it up.',
  ),
  EMPTY_LISTS: withDefault(
    oneOf('hold', 'publish'),
    'hold',
    '"hold": a list of ten or more items that comes back empty is not believed until accepted or a day has passed. "publish": it is published.',
  ),
  DESK_PASSWORD: secret(password, "Password of the operator's desk, at least 12 characters. Unset: there is no desk."),
  SUBMISSIONS_PER_MINUTE: withDefault(
    wholeNumber(0, 1_000_000),
    '30',
    'Submissions let through per address and minute; 0 for no limit.',
  ),
  TRUSTED_PROXIES: withDefault(addressRanges, '', 'Addresses of proxies whose X-Forwarded-For is believed, separated by commas.'),
  MEDIA_HOSTS: withDefault(hosts, '', 'Further hosts from which pictures and files may be fetched, separated by commas.'),
  ALERT_URL: optional(
    callAddress,
    'Told by POST when rebuilds begin to fail, a list becomes stale or pictures cannot be had, and when that is over.',
  ),
  STATE_URL: optional(
    bucketAddress,
    'Keeps rebuild state and withdrawn references in object storage too, so that any machine can rebuild.',
    's3://bucket/prefix',
  ),
  DEPLOY_TARGET: optional(
    oneOf('netlify', 's3', 'folder', 'command'),
    'Where releases are handed to after each change, by the worker and by "npm run deploy": "netlify", "s3", "folder" or "command". Unset: nowhere.',
  ),
  DEPLOY_MIN_INTERVAL: optional(
    wholeNumber(0, 86_400),
    'Seconds between the starts of two deploys of the worker. Unset: 300, with DEPLOY_TARGET=s3 or folder 1.',
    '300',
  ),
  NETLIFY_SITE_ID: optional(anyText, 'For DEPLOY_TARGET=netlify: the site.'),
  NETLIFY_AUTH_TOKEN: secret(headerValue, 'For DEPLOY_TARGET=netlify: a personal access token. Stays on the server.'),
  NETLIFY_API_URL: withDefault(baseAddress, 'https://api.netlify.com/api/v1', "Address of Netlify's API."),
  GATEWAY_URL: optional(
    origin,
    'For DEPLOY_TARGET=netlify: public address of a worker to which Netlify forwards /api/*.',
    'https://gateway.example.org',
  ),
  BUILD_HOOK_URL: optional(
    callAddress,
    'For sites built by Netlify: its build hook, which the functions call when content or day changed. A secret.',
  ),
  DEPLOY_FOLDER: optional(
    anyText,
    "For DEPLOY_TARGET=folder: what one's own web server sends: the release, with compressed copies beside the files.",
    '/srv/www/school',
  ),
  DEPLOY_COMMAND: optional(
    anyText,
    'For DEPLOY_TARGET=command: a shell command. It finds DIST_DIR, RELEASE, CHANGED_FILES and REMOVED_FILES in its environment.',
    'rsync -a --delete "$DIST_DIR/" host.example.org:/srv/site/',
  ),
  S3_ENDPOINT: optional(
    baseAddress,
    'Object storage of DEPLOY_TARGET=s3 and STATE_URL: its address. Unset: that of Amazon S3 in S3_REGION.',
    'https://storage.example.org',
  ),
  S3_REGION: optional(anyText, 'Region of the object storage. Unset: us-east-1.', 'ap-south-1'),
  S3_BUCKET: optional(bucketName, 'For DEPLOY_TARGET=s3: the bucket that is published.'),
  S3_PREFIX: withDefault(keyPrefix, '', 'For DEPLOY_TARGET=s3: what the names of its objects begin with.', 'sites/school'),
  AWS_ACCESS_KEY_ID: optional(headerValue, 'Key of the object storage.'),
  AWS_SECRET_ACCESS_KEY: secret(headerValue, 'Secret of that key. Stays on the server.'),
  CDN_PURGE_URL: optional(
    callAddress,
    'Told by POST which addresses changed after an upload, as {"files": [addresses]}, at most 30 a call.',
  ),
  CDN_PURGE_TOKEN: secret(headerValue, 'Bearer token for CDN_PURGE_URL. Stays on the server.'),
} satisfies Record<string, Declaration>;

export type SettingName = keyof typeof DECLARATIONS;

/** The checked values by name: null where a variable without a default is unset. */
export type Values = {
  readonly [Name in SettingName]: (typeof DECLARATIONS)[Name] extends Optional<infer Value>
    ? Value | null
    : (typeof DECLARATIONS)[Name] extends WithDefault<infer Value>
      ? Value
      : never;
};
