/** Steps of the engine's property test: what happens to a site between two rebuilds. */
import fc from 'fast-check';
import type { CollectionName } from './memoryAnswers.ts';

export const NAMES = ['news', 'albums', 'notes'] as const;

export type Step =
  | {
      readonly do: 'create' | 'edit' | 'delete' | 'reorder' | 're-date' | 're-picture';
      readonly name: CollectionName;
      readonly at: number;
      readonly value: number;
    }
  | { readonly do: 'undo' | 'next-day' | 'next-month' | 'new-code' | 'reopen' | 'gc' | 'clean' | 'rollback' }
  | { readonly do: 'unreachable'; readonly name: CollectionName }
  | {
      readonly do: 'broken-template' | 'crash' | 'damage-store' | 'damage-database' | 'tamper';
      readonly at: number;
      readonly value: number;
    };

const small = fc.nat({ max: 40 });
const name = fc.constantFrom(...NAMES);
const kinds = <Kind extends string>(...all: Kind[]) => fc.constantFrom(...all);

/** Mostly changes of content, some faults. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: kinds('create', 'create', 'edit', 'delete', 'reorder', 're-date', 're-picture'),
      name,
      at: small,
      value: small,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: kinds('undo', 'next-day', 'next-month', 'new-code', 'reopen', 'gc', 'clean', 'rollback') }),
  },
  { weight: 1, arbitrary: fc.record({ do: kinds('unreachable'), name }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: kinds('broken-template', 'crash', 'crash', 'damage-store', 'damage-database', 'tamper'),
      at: small,
      value: small,
    }),
  },
);

/** Only changes of content and of the day, for the test with a faulty recorder. */
export const contentStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: kinds('create', 'edit', 'delete', 'reorder', 're-date', 're-picture'),
      name,
      at: small,
      value: small,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: kinds('next-day', 'next-month') }) },
);
