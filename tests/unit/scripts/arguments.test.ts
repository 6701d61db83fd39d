import { describe, expect, test } from 'vitest';
import { helpText, readArguments } from '../../../scripts/lib/arguments.ts';

const PURGE = {
  name: 'purge',
  summary: 'Removes a picture.',
  options: {
    allow: { type: 'boolean', help: 'Take it back.' },
    days: { type: 'string', value: 'NUMBER', default: '7', help: 'How long.' },
    out: { type: 'string', value: 'FILE', help: 'Where.' },
  },
  positionals: [{ name: 'REFERENCE', help: 'The picture.', required: true }],
} as const;

const read = (...args: string[]) => readArguments(PURGE, args);

describe('arguments', () => {
  test('are read as described, with defaults', () => {
    expect(read('a.jpg')).toMatchObject({
      value: { values: { allow: false, days: '7' }, positionals: ['a.jpg'] },
    });
    expect(read('--allow', '--days=2', '--', '-a.jpg')).toMatchObject({
      value: { values: { allow: true, days: '2' }, positionals: ['-a.jpg'] },
    });
  });

  test.each([
    [['a.jpg', '--al'], `Unknown option '--al'`],
    [[''], 'REFERENCE is empty'],
    [[' '], 'REFERENCE is empty'],
    [['a.jpg', 'b\n.jpg'], 'Unexpected argument "b\\n.jpg"'],
    [[], 'REFERENCE is missing'],
    [['a.jpg', '--days'], `Option '--days <value>' argument missing`],
    [['a.jpg', '--allow=yes'], `Option '--allow' does not take an argument`],
  ])('%j are refused in one line', (args, what) => {
    expect(read(...args)).toEqual({ ok: false, reason: 'usage', message: `${what}. See "npm run purge -- --help".` });
  });

  test('have a help text that names each', () => {
    expect(read('--help')).toMatchObject({ value: 'help' });
    expect(helpText(PURGE)).toBe(
      [
        'Usage: npm run purge -- [options] REFERENCE',
        '',
        'Removes a picture.',
        '',
        '  REFERENCE      The picture.',
        '  --allow        Take it back.',
        '  --days NUMBER  How long. Default: 7.',
        '  --out FILE     Where.',
        '  --help         Print this and do nothing else.',
      ].join('\n'),
    );
  });
});
