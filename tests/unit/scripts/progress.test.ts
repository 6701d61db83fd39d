import { expect, test } from 'vitest';
import { loggedProgress, progress } from '../../../scripts/lib/progress.ts';

/** What a build with these events shows where there is no terminal. */
function shown(...events: Parameters<ReturnType<typeof progress>>[0][]): string {
  let said = '';
  const show = progress(false, { write: (text) => (said += text) });
  for (const event of events) show(event);
  return said;
}

test('what fails after a rebuild is told in one line, without anything that acts on a terminal', () => {
  expect(shown({ type: 'maintenance-failed', error: new Error('no space left\u001b[2J') })).toBe(
    'What follows a rebuild failed, and the next one tries it again: no space left\\u001b[2J\n',
  );
});

test('in the log of a worker every step is a line of its own, and what went wrong a warning', () => {
  const lines: unknown[] = [];
  const show = loggedProgress({
    info: (line: unknown) => lines.push(['info', line]),
    warn: (line: unknown) => lines.push(['warn', line]),
  });
  show({ type: 'fetch-failed', collection: 'news', message: 'HTTP 500.' });
  show({ type: 'compiling' });
  expect(lines).toEqual([
    ['warn', 'Could not fetch news: HTTP 500.'],
    ['info', 'Compiling the site (once for each change of the code) ...'],
  ]);
});
