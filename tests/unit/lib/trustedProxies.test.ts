import { expect, test } from 'vitest';
import { readSettings } from '../../../src/lib/settings.ts';

test('proxies are addresses and ranges', () => {
  const read = readSettings({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8 ::1 2001:db8::/32' });
  expect(read.ok && read.value.trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32']);
});

test.each(['proxy.example', '10.0.0', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/8/8', '2001:db8::/129'])('%s is named', (entry) => {
  expect(readSettings({ TRUSTED_PROXIES: entry })).toMatchObject({
    ok: false,
    message: `TRUSTED_PROXIES must be addresses or ranges such as 10.0.0.0/8, not "${entry}".`,
  });
});
