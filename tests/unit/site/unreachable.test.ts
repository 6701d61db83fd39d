import { expect, test } from 'vitest';
import { unreachableMessage } from '../../../src/site/rebuilder.ts';

test.each([
  [
    'down',
    'No connection to content.example (ECONNREFUSED).',
    'The content service at https://content.example cannot be reached (No connection to content.example (ECONNREFUSED)). Nothing was changed; check CONTENT_SERVICE_URL, and that the service runs.',
  ],
  [
    'status',
    'The content service answered /api/news/all/HTSJ with HTTP 401. Check CONTENT_SERVICE_TOKEN.',
    'No list could be had of the content service at https://content.example. The content service answered /api/news/all/HTSJ with HTTP 401. Check CONTENT_SERVICE_TOKEN. Nothing was changed.',
  ],
] as const)('a content service is said to be out of reach only when it was: %s', (reason, message, said) => {
  const failures = [{ ok: false, collection: 'news', reason, message } as const];
  expect(unreachableMessage({ failures }, 'https://content.example')).toBe(said);
});
