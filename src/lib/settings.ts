/** The settings (contract, section 2). Read once at start; only functions on a host, which are told nothing else, read the environment themselves. */

import { BlockList, isIP } from 'node:net';
import { nearestName } from './nearestName.ts';
import { fail, type Result, succeed } from './result.ts';
import { type Read, SETTINGS, type Values } from './settings/declarations.ts';

/** A place in object storage that speaks Amazon's S3 protocol. */
export interface BucketSettings {
  readonly bucket: string;
  /** What object names begin with, without a slash at either end; empty: nothing. */
  readonly prefix: string;
  /** Null: Amazon S3 in `region`. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  /** Server-side only. */
  readonly secretAccessKey: string;
}

/** An unset variable that another setting needs. */
class Unset extends Error {}

function needed<Key extends keyof Values>(values: Values, key: Key, why: string): NonNullable<Values[Key]> {
  const value = values[key];
  if (value === null || value === undefined) throw new Unset(`${SETTINGS[key].name} is not set. ${why}`);
  return value;
}

function bucketOf(values: Values, place: { readonly bucket: string; readonly prefix: string }, why: string): BucketSettings {
  return {
    ...place,
    endpoint: values.s3Endpoint,
    region: values.s3Region ?? 'us-east-1',
    accessKeyId: needed(values, 'awsAccessKeyId', why),
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

/** Where releases are handed to and where state is kept, or one line that names the variable that is missing. */
function readTargets(
  values: Values,
): Result<{ readonly deploy: DeploySettings | null; readonly state: BucketSettings | null }, 'malformed-setting'> {
  try {
    const { stateUrl: place } = values;
    const state = place && bucketOf(values, place, 'STATE_URL needs a key of the object storage with its secret.');
    return succeed({ deploy: deployOf(values), state });
  } catch (error) {
    if (error instanceof Unset) return fail('malformed-setting', error.message);
    throw error;
  }
}

export { SETTINGS } from './settings/declarations.ts';

export interface Settings extends Values {
  readonly siteUrl: string;
  /** Where a worker or `npm run deploy` hands releases to; null: nowhere. */
  readonly deploy: DeploySettings | null;
  /** Where rebuild state is also kept, so that any machine can rebuild; null: nowhere. */
  readonly state: BucketSettings | null;
}

/** Reads the settings, or says in one line which one is malformed or missing. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Read<Settings> {
  const read: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(SETTINGS)) {
    const value = setting.read(env[setting.name]?.trim() ?? '');
    if (!value.ok) return value;
    read[key] = value.value;
  }
  // Each key was read by the check from which its type is inferred.
  const values = read as Values;
  if (values.smtpUrl !== null && values.notifyEmail === null)
    return fail('malformed-setting', 'NOTIFY_EMAIL is not set. SMTP_URL sends submissions to it.');
  const targets = readTargets(values);
  if (!targets.ok) return targets;
  // A port that the system chooses is not known yet.
  const siteUrl = values.siteUrl ?? `http://localhost:${values.port || 4321}`;
  return succeed({ ...values, siteUrl, ...targets.value });
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Shorter names are one slip away from ordinary variables (`PORT` from `SORT`). */
const CHECKED = Object.values(SETTINGS)
  .map(({ name }) => name)
  .filter(({ length }) => length >= 7);

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits);
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

function isPublic(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  const version = isIP(host);
  if (version > 0) return !PRIVATE.check(host, version === 4 ? 'ipv4' : 'ipv6');
  return host.includes('.') && !/\.(?:localhost|local|internal|test)$/.test(host);
}

/** What is probably a slip, one line each. The environment's settings must be well-formed. */
export function settingsWarnings(env: Environment, contentServiceUrl: string | null): string[] {
  const slips = Object.keys(env)
    .filter((name) => env[name] !== undefined)
    .flatMap((name) => {
      const suggestion = nearestName(name, CHECKED, ({ length }) => (length < 12 ? 1 : 2));
      return suggestion ? [`${name} is not a setting and has no effect. Is ${suggestion} meant?`] : [];
    });
  if (contentServiceUrl === null || !isPublic(contentServiceUrl) || env.SITE_URL?.trim()) return slips;
  return [
    ...slips,
    `SITE_URL is not set: canonical links, sitemap and feeds lead to this machine, though the content comes from ${contentServiceUrl}.`,
  ];
}
