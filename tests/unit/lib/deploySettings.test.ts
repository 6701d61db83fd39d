import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../src/lib/settings.ts';

const read = (env: Record<string, string>) => {
  const settings = readSettings(env);
  return settings.ok ? settings.value.deploy : settings.message;
};
const NETLIFY = { DEPLOY_TARGET: 'netlify', NETLIFY_SITE_ID: 'site', NETLIFY_AUTH_TOKEN: 'token' };

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

  test.each([
    [
      { ...NETLIFY, NETLIFY_AUTH_TOKEN: '' },
      'NETLIFY_AUTH_TOKEN is not set. DEPLOY_TARGET=netlify needs the site and a personal access token.',
    ],
    [
      { ...NETLIFY, NETLIFY_SITE_ID: ' ' },
      'NETLIFY_SITE_ID is not set. DEPLOY_TARGET=netlify needs the site and a personal access token.',
    ],
    [{ DEPLOY_TARGET: 'command' }, 'DEPLOY_COMMAND is not set. DEPLOY_TARGET=command runs it.'],
    [{ DEPLOY_TARGET: 'ftp' }, 'DEPLOY_TARGET must be "netlify" or "command", not "ftp".'],
    [{ ...NETLIFY, DEPLOY_MIN_INTERVAL: 'often' }, 'DEPLOY_MIN_INTERVAL must be a whole number from 0 to 86400, not "often".'],
    [
      { ...NETLIFY, GATEWAY_URL: 'https://gateway.example.org/api' },
      'GATEWAY_URL must be an origin without a path, not "https://gateway.example.org/api".',
    ],
  ])('is told in one line when it cannot be: %o', (env, message) => expect(read(env as Record<string, string>)).toBe(message));
});
