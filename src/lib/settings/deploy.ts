/** The settings that only make sense together: hosts and object storage. */
import { fail, type Result, succeed } from '../result.ts';
import { SETTINGS, type Values } from './declarations.ts';

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

/** A host that takes files, or a command of the operator's that does. */
export type DeploySettings = {
  /** Seconds from the start of one deploy to that of the next, at least. */
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
  | {
      readonly target: 's3';
      readonly bucket: BucketSettings;
      /** Told of changed addresses after an upload; the token is server-side only. */
      readonly purge: { readonly url: string; readonly token: string | null } | null;
    }
  | {
      readonly target: 'folder';
      /** As given; relative to the project's root. */
      readonly folder: string;
    }
  | { readonly target: 'command'; readonly command: string }
);

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

function deployOf(values: Values): DeploySettings | null {
  const { deployTarget: target, deployMinInterval: seconds } = values;
  if (target === null) return null;
  if (target === 'command') {
    return { target, minInterval: seconds ?? 300, command: needed(values, 'deployCommand', 'DEPLOY_TARGET=command runs it.') };
  }
  if (target === 'folder') {
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
      purge: url === null ? null : { url, token },
    };
  }
  const why = 'DEPLOY_TARGET=netlify needs the site and a personal access token.';
  return {
    target,
    minInterval: seconds ?? 300,
    siteId: needed(values, 'netlifySiteId', why),
    token: needed(values, 'netlifyAuthToken', why),
    apiUrl: values.netlifyApiUrl,
    gatewayUrl: values.gatewayUrl,
  };
}

/** Where releases are handed to and where state is kept, or one line that names the variable that is missing. */
export function readTargets(
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
