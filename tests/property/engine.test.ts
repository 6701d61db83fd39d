import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { World } from '../../src/engine/index.ts';
import { takeSteps } from '../support/engineRun.ts';
import { anyStep, contentStep } from '../support/engineSteps.ts';
import { QUERY_KINDS } from '../support/memoryAnswers.ts';
import { MemoryWorld } from '../support/memoryWorld.ts';

/** Steps of a sequence; `ENGINE_RUNS` is the number of sequences. */
const STEPS = 40;
const RUNS = Number(process.env.ENGINE_RUNS ?? 52);

describe('after every step of a random sequence', () => {
  test('the tree equals a clean build and only pages whose answers changed were rendered', {
    timeout: 240_000 + RUNS * 2_000,
  }, async () => {
    const steps = fc.array(anyStep, { minLength: STEPS, maxLength: STEPS });
    await fc.assert(
      fc.asyncProperty(steps, (all) => takeSteps(all)),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

describe('a recorder that forgets one kind of query', () => {
  /** The world as an engine sees it whose recorder is faulty. */
  const forgetting =
    (kind: string) =>
    (world: MemoryWorld): World =>
      Object.assign(world, {
        render: (page: string, ask: (query: string) => unknown) =>
          MemoryWorld.prototype.render.call(world, page, (query) =>
            query.split(' ')[0] === kind ? world.answer(query) : ask(query),
          ),
      });

  test.each(QUERY_KINDS)('is found out (%s)', async (kind) => {
    const steps = fc.array(contentStep, { minLength: 25, maxLength: 25 });
    const result = await fc.check(
      fc.asyncProperty(steps, (all) => takeSteps(all, forgetting(kind))),
      { numRuns: 20, endOnFailure: true, seed: 7 },
    );
    expect(result.failed).toBe(true);
  });
});
