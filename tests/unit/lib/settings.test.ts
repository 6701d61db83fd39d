import { describe, expect, test } from 'vitest';
import { readSettings, type Settings } from '../../../src/lib/settings.ts';

function read(env: Record<string, string>): Settings {
  const settings = readSettings(env);
  if (!settings.ok) throw new Error(settings.message);
  return settings.value;
}

describe('settings', () => {
  test('have the defaults of the table, whatever the port', () => {
    expect(read({ PORT: '5000' })).toMatchObject({
      contentServiceUrl: null,
      schoolCode: 'HTSJ',
      siteUrl: 'http://localhost:4321',
      rebuildSchedule: '*/15 * * * *',
      timeZone: 'Asia/Kolkata',
      port: 5000,
      contentServicePort: 4322,
      cacheDir: '.cache',
      submissionsPerMinute: 30,
    });
  });

  test('that are empty count as not set', () => {
    expect(read({ CONTENT_SERVICE_URL: '', SCHOOL_CODE: ' ', PORT: '' })).toMatchObject({
      contentServiceUrl: null,
      schoolCode: 'HTSJ',
      port: 4321,
    });
  });

  test.each(['https://content.example.org/', 'https://content.example.org/?', 'https://content.example.org#'])(
    'an address ends without a slash, a question mark or a hash: %s',
    (address) => {
      expect(read({ CONTENT_SERVICE_URL: address }).contentServiceUrl).toBe('https://content.example.org');
    },
  );

  test('media hosts are names, with or without a port', () => {
    expect(read({ MEDIA_HOSTS: 'CDN.example.org, 127.0.0.1:8080' }).mediaHosts).toEqual(['cdn.example.org', '127.0.0.1:8080']);
  });

  test.each([
    ['PORT', '4321a'],
    ['PORT', '70000'],
    ['CONTENT_SERVICE_URL', 'content.example.org'],
    ['SITE_URL', 'https://www.example.org/school'],
    ['REBUILD_SCHEDULE', 'often'],
    ['REBUILD_SCHEDULE', '2026-11-21T12:00:00'],
    ['SCHOOL_TIME_ZONE', 'Asia/Calcuta'],
    ['SCHOOL_CODE', 'HT/SJ'],
    ['MEDIA_HOSTS', 'https://cdn.example.org'],
    ['MEDIA_HOSTS', 'cdn.example.org/pictures'],
    ['ALERT_URL', 'mailto:office@example.org'],
  ])('%s=%s is named in one line', (name, value) => {
    const settings = readSettings({ [name]: value });
    expect(settings).toMatchObject({ ok: false, reason: 'malformed-setting' });
    if (!settings.ok)
      expect(settings.message).toMatch(new RegExp(`^${name} must be [^\\n]* not "${value.toLowerCase()}"\\.$`, 'i'));
  });

  test.each(['two\nlines', 'टोकन'])('a token that no header can carry is named, and not repeated: %j', (token) => {
    expect(readSettings({ CONTENT_SERVICE_TOKEN: token })).toMatchObject({
      ok: false,
      message: 'CONTENT_SERVICE_TOKEN must be printable ASCII characters in one line.',
    });
  });
});
