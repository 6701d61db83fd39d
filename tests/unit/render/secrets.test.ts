import { describe, expect, test } from 'vitest';
import { createSecretCheck } from '../../../src/render/secrets.ts';

const SECRET = { name: 'CONTENT_SERVICE_TOKEN', value: `s3cret & <"quoted'>` };
const check = (path: string, text: string, secret = SECRET) => createSecretCheck([secret])(path, Buffer.from(text));

describe('a file that would be published with a secret', () => {
  test.each([
    ['as it is', SECRET.value],
    ['in markup', `<p>s3cret &amp; &lt;&#34;quoted&#39;&gt;</p>`],
    ['in markup of another hand', `<p title="s3cret &amp; &lt;&quot;quoted&#39;&gt;">`],
    ['in data', JSON.stringify({ token: SECRET.value })],
    ['in an address', `/x?token=${encodeURIComponent(SECRET.value)}`],
  ])('is refused: %s', (_how, text) => {
    for (const path of ['News.html', 'files/a.pdf', 'assets/a.js']) {
      expect(check(path, text)).toBe(
        `${path} would publish the value of CONTENT_SERVICE_TOKEN. Take it out of there, or change the secret.`,
      );
    }
  });

  test('is not refused for a short one, which any text may hold; nothing else is refused', () => {
    expect(check('News.html', 'the school', { name: 'REBUILD_SECRET', value: 'school' })).toBeNull();
    for (const path of ['News.html', 'files/a.pdf', 'media/a.webp']) expect(check(path, 'the school')).toBeNull();
  });
});
