import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../src/lib/settings.ts';

const read = (env: Record<string, string>) => {
  const settings = readSettings(env);
  return settings.ok ? settings.value.deploy : settings.message;
};
const NETLIFY = { DEPLOY_TARGET: 'netlify', NETLIFY_SITE_ID: 'site', NETLIFY_AUTH_TOKEN: 'token' };
const S3 = { DEPLOY_TARGET: 's3', S3_BUCKET: 'school', AWS_ACCESS_KEY_ID: 'k', AWS_SECRET_ACCESS_KEY: 's' };
const STORAGE = { S3_ENDPOINT: 'http://127.0.0.1:9000/', S3_REGION: 'auto' };
const PLACE = { endpoint: 'http://127.0.0.1:9000', region: 'auto' };

describe('where releases are handed to', () => {
  test('is nowhere unless told, whatever else is set', () => {
    expect(read({})).toBeNull();
    expect(read({ NETLIFY_SITE_ID: 'site', DEPLOY_COMMAND: 'true' })).toBeNull();
  });

  test('is Netlify, with its own API and every five minutes at most unless told', () => {
    const { token, ...rest } = { target: 'netlify', minInterval: 300, siteId: 'site', token: 'token' };
    const others = { apiUrl: 'https://api.netlify.com/api/v1', gatewayUrl: null };
    expect(read(NETLIFY)).toEqual({ ...rest, token, ...others });
    const more = { DEPLOY_MIN_INTERVAL: '0', GATEWAY_URL: 'https://gateway.example.org/' };
    expect(read({ ...NETLIFY, ...more })).toMatchObject({ minInterval: 0, gatewayUrl: 'https://gateway.example.org' });
  });

  test('is a command', () => {
    const command = 'rsync -a "$DIST_DIR/" host.example.org:/srv/site/';
    expect(read({ DEPLOY_TARGET: 'command', DEPLOY_COMMAND: command })).toEqual({ target: 'command', minInterval: 300, command });
  });

  test('is a bucket, at once unless told, with the same key as the state kept in another', () => {
    const bucket = {
      bucket: 'school',
      prefix: 'site',
      endpoint: null,
      region: 'us-east-1',
      accessKeyId: 'k',
      secretAccessKey: 's',
    };
    expect(read({ ...S3, S3_PREFIX: '/site/' })).toEqual({ target: 's3', minInterval: 1, bucket, purge: null });
    const settings = readSettings({
      ...S3,
      ...STORAGE,
      STATE_URL: 's3://state/a/b/',
      CDN_PURGE_URL: 'https://cdn.example.org/purge?zone=1',
    });
    expect(settings.ok && settings.value).toMatchObject({
      deploy: {
        bucket: { bucket: 'school', prefix: '', ...PLACE },
        purge: { url: 'https://cdn.example.org/purge?zone=1', token: null },
      },
      state: { bucket: 'state', prefix: 'a/b', ...PLACE, accessKeyId: 'k' },
    });
  });

  test.each([
    [{ ...S3, S3_BUCKET: '' }, 'S3_BUCKET is not set. DEPLOY_TARGET=s3 needs the bucket and a key with its secret.'],
    [
      { STATE_URL: 's3://state', AWS_ACCESS_KEY_ID: 'k' },
      'AWS_SECRET_ACCESS_KEY is not set. STATE_URL needs a key of the object storage with its secret.',
    ],
    [
      { ...NETLIFY, NETLIFY_AUTH_TOKEN: '' },
      'NETLIFY_AUTH_TOKEN is not set. DEPLOY_TARGET=netlify needs the site and a personal access token.',
    ],
    [
      { ...NETLIFY, NETLIFY_SITE_ID: ' ' },
      'NETLIFY_SITE_ID is not set. DEPLOY_TARGET=netlify needs the site and a personal access token.',
    ],
    [{ DEPLOY_TARGET: 'command' }, 'DEPLOY_COMMAND is not set. DEPLOY_TARGET=command runs it.'],
    [{ DEPLOY_TARGET: 'folder' }, 'DEPLOY_FOLDER is not set. DEPLOY_TARGET=folder fills it.'],
    [{ DEPLOY_TARGET: 'ftp' }, 'DEPLOY_TARGET must be "netlify", "s3", "folder" or "command", not "ftp".'],
    [{ ...NETLIFY, DEPLOY_MIN_INTERVAL: 'often' }, 'DEPLOY_MIN_INTERVAL must be a whole number from 0 to 86400, not "often".'],
    [
      { ...NETLIFY, GATEWAY_URL: 'https://gateway.example.org/api' },
      'GATEWAY_URL must be an http(s) origin without a path, such as https://www.example.org, not "https://gateway.example.org/api".',
    ],
  ])('is told in one line when it cannot be: %o', (env, message) => expect(read(env as Record<string, string>)).toBe(message));
});
