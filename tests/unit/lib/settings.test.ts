import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { readSettings, SETTINGS, type Settings, settingsWarnings, variableOf } from '../../../src/lib/settings.ts';

function read(env: Record<string, string>): Settings {
  const settings = readSettings(env);
  if (!settings.ok) throw new Error(settings.message);
  return settings.value;
}

const messageOf = (env: Record<string, string>) => {
  const settings = readSettings(env);
  return settings.ok ? null : settings.message;
};

describe('settings', () => {
  test('have the defaults of the contract', () => {
    expect(read({})).toMatchObject({
      contentServiceUrl: null,
      schoolCode: 'HTSJ',
      siteUrl: 'http://localhost:4321',
      rebuildSchedule: '*/15 * * * *',
      timeZone: 'Asia/Kolkata',
      closureMark: '!',
      offlinePages: 'on',
      port: 4321,
      contentServicePort: 4322,
      cacheDir: '.cache',
      dataDir: '.data',
      emptyLists: 'hold',
      deskPassword: null,
      keepReleases: { last: 5, days: 7, weeks: 4 },
      submissionsPerMinute: 30,
      trustedProxies: [],
      deploy: null,
      state: null,
    });
    expect(read({ PORT: '5000' })).toMatchObject({ port: 5000, siteUrl: 'http://localhost:5000' });
    expect(read({ PORT: '0' }).siteUrl).toBe('http://localhost:4321');
  });

  test('that are empty count as not set', () => {
    expect(read({ CONTENT_SERVICE_URL: '', SCHOOL_CODE: ' ', PORT: '' })).toEqual(read({}));
  });

  test('are all listed in .env.example, in their order, with what they mean and their default or an example', async () => {
    const text = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8');
    const listed = [...text.matchAll(/^# \S.*\n#([A-Z0-9_]+)=(.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    expect(listed.map(([name]) => name)).toEqual(Object.keys(SETTINGS).map(variableOf));
    expect(text.match(/^#\S/gm)).toHaveLength(listed.length);
    const defaults = read({});
    for (const [at, key] of (Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]).entries()) {
      const [name, value] = listed[at] ?? [];
      const shown = SETTINGS[key](`${name} in .env.example`, value ?? '');
      const unset = defaults[key];
      // Where nothing is the default, an example may stand.
      if (unset === null || unset === '') expect(shown.ok || shown.message).toBe(true);
      else expect(shown).toEqual({ ok: true, value: unset });
    }
  });

  test.each(['https://content.example.org/', 'https://content.example.org/?', 'https://content.example.org#'])(
    'an address ends without a slash, a question mark or a hash: %s',
    (address) => {
      expect(read({ CONTENT_SERVICE_URL: address }).contentServiceUrl).toBe('https://content.example.org');
    },
  );

  test.each([
    ['HTTPS://WWW.Example.org:443/', 'https://www.example.org'],
    ['https://विद्यालय.example', 'https://xn--j2bsalm0de7i.example'],
    ['https://www.example.org/.', 'https://www.example.org'],
  ])('the site’s origin is as browsers write it: %s', (SITE_URL, origin) => {
    expect(read({ SITE_URL }).siteUrl).toBe(origin);
  });

  test('spaces may stand beside the commas of KEEP_RELEASES', () => {
    expect(read({ KEEP_RELEASES: '12, 3 ,4' }).keepReleases).toEqual({ last: 12, days: 3, weeks: 4 });
  });

  test('an address that is only called keeps its query', () => {
    const ALERT_URL = 'https://chat.example.org/v1/messages?key=k&token=t';
    expect(read({ ALERT_URL }).alertUrl).toBe(ALERT_URL);
  });

  test('a mail server without anybody to write to is named', () => {
    const SMTP_URL = 'smtps://user:password@mail.example.org';
    expect(messageOf({ SMTP_URL })).toBe('NOTIFY_EMAIL is not set. SMTP_URL sends submissions to it.');
    const NOTIFY_EMAIL = 'office@school.example, head@school.example';
    expect(read({ SMTP_URL, NOTIFY_EMAIL }).notifyEmail).toEqual(['office@school.example', 'head@school.example']);
  });

  test('media hosts are names, with or without a port', () => {
    expect(read({ MEDIA_HOSTS: 'CDN.example.org, 127.0.0.1:8080' }).mediaHosts).toEqual(['cdn.example.org', '127.0.0.1:8080']);
  });

  test.each([
    ['PORT', '4321a'],
    ['PORT', '70000'],
    ['CONTENT_SERVICE_URL', 'content.example.org'],
    ['CONTENT_SERVICE_TIMEOUT', '0'],
    ['SITE_URL', 'https://www.example.org/school'],
    ['SITE_URL', 'https:/www.example.org'],
    ['SITE_URL', 'https:www.example.org'],
    ['SITE_URL', 'https://www.example.org\\'],
    ['CONTENT_SERVICE_URL', 'https:/content.example.org'],
    ['KEEP_RELEASES', '1 2,3,4'],
    ['REBUILD_SCHEDULE', 'often'],
    ['REBUILD_SCHEDULE', '0 0 31 2 *'],
    ['REBUILD_SCHEDULE', '2026-11-21T12:00:00'],
    ['SCHOOL_TIME_ZONE', 'Asia/Calcuta'],
    ['SCHOOL_CODE', 'HT/SJ'],
    ['MEDIA_HOSTS', 'https://cdn.example.org'],
    ['MEDIA_HOSTS', 'cdn.example.org/pictures'],
    ['MEDIA_HOSTS', '*.example.org'],
    ['HOST', 'www.example.org'],
    ['NOTIFY_EMAIL', 'office'],
    ['RESTART_ON_UPGRADE', 'yes'],
    ['EMPTY_LISTS', 'keep'],
    ['STATE_URL', 'https://bucket/prefix'],
    ['STATE_URL', 's3://B'],
    ['S3_BUCKET', 'Bucket'],
    ['S3_PREFIX', 'a b'],
    ['S3_ENDPOINT', 'storage'],
  ])('%s=%s is named in one line', (name, value) => {
    expect(messageOf({ [name]: value })).toMatch(new RegExp(`^${name} must be [^\\n]* not "${RegExp.escape(value)}"\\.$`));
  });

  const MAIL_SERVER = 'the address of a mail server such as smtps://user:password@mail.example.org, with %25 for "%"';

  test.each([
    ['CONTENT_SERVICE_TOKEN', 'two\nlines', 'printable ASCII characters in one line'],
    ['REBUILD_SECRET', 'टोकन टोकन टोकन टोकन', 'at least 16 printable ASCII characters in one line'],
    ['REBUILD_SECRET', 'fifteen letters', 'at least 16 printable ASCII characters in one line'],
    ['DESK_PASSWORD', 'eleven char', 'at least 12 characters'],
    ['ALERT_URL', 'mailto:key@example.org', 'an http(s) address such as https://alerts.example.org/school'],
    ['BUILD_HOOK_URL', 'api.example.org/key', 'an http(s) address such as https://alerts.example.org/school'],
    ['CDN_PURGE_URL', 'purge?key=k', 'an http(s) address such as https://alerts.example.org/school'],
    ['NOTIFY_URL', 'chat/key', 'an http(s) address such as https://alerts.example.org/school'],
    ['SMTP_URL', 'user:pass@mail', MAIL_SERVER],
    ['SMTP_URL', 'smtp://off%ice:pass@mail.example.org', MAIL_SERVER],
    ['SMTP_URL', 'smtp://office:pass%@mail.example.org', MAIL_SERVER],
    ['CONTENT_SERVICE_URL', 'https://user:pass@c.example.org', 'an http(s) address such as https://content.example.org'],
    ['SITE_URL', 'https://:pass@c.example.org', 'an http(s) origin without a path, such as https://www.example.org'],
    ['NOTIFY_EMAIL', 'a@b.example; c@d.example', 'e-mail addresses such as office@school.example'],
    ['CONTENT_SERVICE_URL', 'https://c.example.org/?key=k', 'an http(s) address such as https://content.example.org'],
    ['CONTENT_SERVICE_URL', 'htp//user:pass@c.example.org', 'an http(s) address such as https://content.example.org'],
    ['S3_ENDPOINT', 'user:pass@storage', 'an http(s) address such as https://content.example.org'],
    ['GATEWAY_URL', 'https:/gateway?key=k', 'an http(s) origin without a path, such as https://www.example.org'],
    ['STATE_URL', 's3:/key:pass@bucket', 'an address of object storage such as s3://bucket/prefix'],
  ])('%s is named and not repeated when it is %j', (name, value, expected) => {
    expect(messageOf({ [name]: value })).toBe(`${name} must be ${expected}.`);
  });
});

describe('warnings', () => {
  const warningsOf = (env: Record<string, string>) => settingsWarnings(env, read(env));

  test.each([
    ['CONTENT_SERVICE_TOCKEN', 'CONTENT_SERVICE_TOKEN'],
    ['SIET_URL', 'SITE_URL'],
    ['rebuild_secret', 'REBUILD_SECRET'],
    ['MEDIA_HOST', 'MEDIA_HOSTS'],
  ])('%s is probably meant to be %s', (name, meant) => {
    expect(warningsOf({ [name]: 'x' })).toEqual([`${name} is not a setting and has no effect. Is ${meant} meant?`]);
  });

  test.each<Record<string, string>>([
    {},
    { PATH: '/bin', HOSTNAME: 'h', SORT: 's', PWD: '/', AWS_REGION: 'r', NODE_ENV: 'test', CHROMIUM_PATH: '/c' },
  ])('ordinary variables bring none: %o', (env) => expect(warningsOf(env)).toEqual([]));

  test('a short name is checked where a settings file names it', () => {
    const env = { PROT: '80', SORT: 's' };
    expect(settingsWarnings(env, read(env), ['PROT'])).toEqual(['PROT is not a setting and has no effect. Is PORT meant?']);
  });

  test('a public content service with a site at the default address', () => {
    expect(warningsOf({ CONTENT_SERVICE_URL: 'https://content.example.org' })).toEqual([
      'SITE_URL is not set: canonical links, sitemap and feeds lead to this machine, though the content comes from https://content.example.org.',
    ]);
    for (const address of ['http://localhost:4322', 'http://127.0.0.1:9', 'http://10.1.2.3', 'http://[::1]:80', 'http://content'])
      expect(warningsOf({ CONTENT_SERVICE_URL: address })).toEqual([]);
    expect(warningsOf({ CONTENT_SERVICE_URL: 'https://c.example.org', SITE_URL: 'https://www.example.org' })).toEqual([]);
  });

  test.each([
    ['s3://site/state', '', 1],
    ['s3://site/pub/state', 'pub', 1],
    ['s3://site/pub', 'pub', 1],
    ['s3://site/public-state', 'pub', 0],
    ['s3://state/htsj', '', 0],
  ])('shared state at %s among the files of a site at "%s"', (STATE_URL, S3_PREFIX, count) => {
    const key = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', S3_BUCKET: 'site', S3_PREFIX };
    const lines = warningsOf({ DEPLOY_TARGET: 's3', STATE_URL, ...key });
    expect(lines.filter((line) => line.startsWith('STATE_URL lies among the files of the site'))).toHaveLength(count);
  });
});
