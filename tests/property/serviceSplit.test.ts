import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AlignedList, bytesOf, itemOf, splitList } from '../../src/snapshot/sync/split.ts';
import { runs } from './runs.ts';

/** A JSON text as no serialiser would write it: white space anywhere, escapes, nested brackets in strings. */
const space = fc.constantFrom('', '', '', ' ', '\n  ', '\r\n', '\t');
const words = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('', '"', '\\', '\\"', ']', '[', '{', '},{', '\\u0041', 'हिन्दी', '🎉', ',', ':'),
);
const value = fc.oneof(
  fc.integer({ min: -20, max: 1200 }).map(String),
  fc.constantFrom('true', 'null', '1e3', '-0.5', '[]', '{}', '"\\u005d\\/"', '[[1],[]]'),
  words.map((text) => JSON.stringify(text)),
);
const item = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(space, value, space, words).map(([a, v, b, w]) => `{${a}"_id":${v}${b},"t":${JSON.stringify(w)}${a}}`),
  },
  { weight: 1, arbitrary: value },
);

interface Written {
  readonly items: readonly string[];
  readonly gap: string;
  readonly head: string;
  readonly tail: string;
}

const frame = fc.constantFrom(['', ''], ['{"data":', '}'], ['{"n":1,"news": ', ',"x":[1]}'], [' ', '\n']);

function write({ items, gap, head, tail }: Written): Buffer {
  return Buffer.from(`${head}[${gap}${items.join(`${gap},${gap}`)}${gap}]${tail}`);
}

type Edit = {
  readonly at: number;
  readonly to: number;
  readonly item: string;
  readonly kind: 'edit' | 'insert' | 'delete' | 'move' | 'swap';
};
const edit = fc.record({
  at: fc.nat(40),
  to: fc.nat(40),
  item,
  kind: fc.constantFrom<Edit['kind']>('edit', 'insert', 'delete', 'move', 'swap'),
});

function apply(items: readonly string[], { at, to, item: text, kind }: Edit): string[] {
  const next = [...items];
  const place = items.length ? at % items.length : 0;
  if (kind === 'insert' || !items.length) next.splice(at % (items.length + 1), 0, text);
  else if (kind === 'edit') next[place] = text;
  else if (kind === 'delete') next.splice(place, 1);
  else {
    const [taken = text] = next.splice(place, 1);
    next.splice(kind === 'move' ? to % items.length : 0, 0, taken);
  }
  return next;
}

function contents(list: AlignedList): unknown[] {
  return Array.from({ length: list.bounds.length / 2 }, (_, index) => itemOf(list, index));
}

test('a list split by way of the answer before is split as from scratch, and what counts as unchanged is', () => {
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 12 }),
      fc.array(edit, { maxLength: 4 }),
      space,
      frame,
      frame,
      (items, edits, gap, a, b) => {
        const before = splitList('news', write({ items, gap, head: a[0] ?? '', tail: a[1] ?? '' }), null);
        if (!before.ok) throw new Error(before.message);
        const edited = edits.reduce(apply, items);
        // Now and then the service wraps its answer in another way.
        const [head = '', tail = ''] = edits.length === 4 ? b : a;
        const body = write({ items: edited, gap, head, tail });
        const whole = splitList('news', body, null);
        const quick = splitList('news', body, before.value);
        if (!whole.ok || !quick.ok) throw new Error('unreadable');
        expect(contents(quick.value)).toEqual(edited.map((text) => JSON.parse(text)));
        expect([...quick.value.bounds]).toEqual([...whole.value.bounds]);
        expect([quick.value.open, quick.value.close]).toEqual([whole.value.open, whole.value.close]);
        const { sameFront, sameBack } = quick.value;
        expect(sameFront + sameBack).toBeLessThanOrEqual(Math.min(items.length, edited.length));
        for (let index = 0; index < sameFront; index += 1)
          expect(bytesOf(quick.value, index).equals(bytesOf(before.value, index))).toBe(true);
        for (let index = 1; index <= sameBack; index += 1)
          expect(bytesOf(quick.value, edited.length - index).equals(bytesOf(before.value, items.length - index))).toBe(true);
      },
    ),
    runs(400),
  );
});

test('a damaged answer is never taken for a whole one because of the answer before', () => {
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 8 }),
      space,
      fc.nat(400),
      fc.constantFrom('', '"', ']', '[', '{', '}', ',', '\\', '1'),
      (items, gap, at, noise) => {
        const sound = write({ items, gap, head: '', tail: '' });
        const cut = at % sound.length;
        const damaged = Buffer.concat([sound.subarray(0, cut), Buffer.from(noise), sound.subarray(cut + 1)]);
        const before = splitList('news', sound, null);
        if (!before.ok) throw new Error(before.message);
        const quick = splitList('news', damaged, before.value);
        let parsed: unknown;
        try {
          parsed = JSON.parse(damaged.toString());
        } catch {
          parsed = undefined;
        }
        const read = quick.ok ? contents(quick.value) : undefined;
        if (Array.isArray(parsed)) expect(read).toEqual(parsed);
        else expect(read === undefined || read.includes(undefined)).toBe(true);
      },
    ),
    runs(400),
  );
});
