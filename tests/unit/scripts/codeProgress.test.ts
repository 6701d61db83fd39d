import { expect, test } from 'vitest';
import { codeProgress } from '../../../scripts/lib/codeProgress.ts';
import { fail, succeed } from '../../../src/lib/result.ts';
import type { Rebuilt } from '../../../src/site/open.ts';

const milliseconds = { fetch: 0, plan: 0, render: 0, publish: 0, total: 0 };
const rebuilt = (state: Rebuilt['state']) =>
  succeed<Rebuilt>({
    state,
    report: {
      release: 'r1',
      trigger: 'start',
      rendered: ['/', '/News'],
      reused: 0,
      written: [],
      removed: [],
      changed: [],
      held_lists: [],
      left_out: [],
      warnings: [],
      stale: [],
      milliseconds,
    },
    neverLoaded: [],
    isMediaPending: false,
  });

function watch() {
  const lines: string[] = [];
  let now = 0;
  const progress = codeProgress(
    (line) => lines.push(line),
    () => now,
  );
  const compile = () => {
    progress.onEvent({ type: 'compiling' });
    now += 21_000;
  };
  return { ...progress, compile, lines };
}

test('a compile ends with one line when its site is live, with pages and seconds', () => {
  const { compile, onEnded, lines } = watch();
  compile();
  onEnded(rebuilt('published'));
  onEnded(rebuilt('published'));
  expect(lines).toEqual(["The site's code is live: 2 pages rendered, 21 s."]);
});

test('the compile before the first page is served has no line of its own', () => {
  const { compile, onServing, onEnded, lines } = watch();
  compile();
  onServing();
  onEnded(rebuilt('published'));
  expect(lines).toEqual([]);
});

test('code that changes no page, or that a rollback keeps from going live, is told as that', () => {
  const { compile, onEnded, lines } = watch();
  compile();
  onEnded(rebuilt('unchanged'));
  compile();
  onEnded(rebuilt('held'));
  expect(lines[0]).toContain('changes nothing that is shown');
  expect(lines[1]).toContain('a rollback holds');
});

test('a mistake is left to the log', () => {
  const { compile, onEnded, lines } = watch();
  compile();
  onEnded(fail('rebuild-failed', 'A mistake in src/content: home.yaml.'));
  expect(lines).toEqual([]);
});
