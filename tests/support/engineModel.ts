/** The outcome that an engine must have, computed without it. */
import { readFileSync } from 'node:fs';
import type { Engine, RebuildResult } from '../../src/engine/index.ts';
import type { MemoryWorld } from './memoryWorld.ts';

/** Throws when two lists differ as sets or in length, with the entries that are in one alone. */
export function same(actual: readonly unknown[], expected: readonly unknown[], what: string): void {
  const one = new Set(actual.map((entry) => JSON.stringify(entry)));
  const other = new Set(expected.map((entry) => JSON.stringify(entry)));
  const unexpected = [...one.difference(other)];
  const absent = [...other.difference(one)];
  if (actual.length === expected.length && unexpected.length + absent.length === 0) return;
  throw new Error(
    `Not as expected: ${what}.\n  is, and must not be:\n${unexpected.join('\n')}\n  must be, and is not:\n${absent.join('\n')}`,
  );
}

/** The first of these worlds that an engine serves whole; null: none. */
export function servedWorld(engine: Engine, ...worlds: (MemoryWorld | null)[]): MemoryWorld | null {
  const live = engine.live();
  const isServed = ([path, text]: [string, string]) => {
    const file = live?.lookup(`/${path}`);
    return file?.path === path && readFileSync(file.file, 'utf8') === text;
  };
  return worlds.find((world) => world && live?.size === world.tree().size && [...world.tree()].every(isServed)) ?? null;
}

/** The pages of which an answer has changed since the world of the traces, found by asking every query; null: unknown. */
export function expectedPages(before: MemoryWorld | null, now: MemoryWorld): string[] | null {
  if (!before) return null;
  const known = new Set(before.allPages());
  return now.allPages().filter((page) => {
    if (!known.has(page) || before.codeVersion !== now.codeVersion) return true;
    return before
      .rendered(page)
      .queries.some((query) => JSON.stringify(before.answer(query)) !== JSON.stringify(now.answer(query)));
  });
}

/** Throws when other pages were rendered than expected, or something was done twice. */
export function checkRendered(result: RebuildResult, expected: readonly string[], world: MemoryWorld): void {
  same([...result.rendered].sort(), [...expected].sort(), 'the pages rendered');
  if (world.renders.length !== result.rendered.length) throw new Error('A page was rendered twice, or was not reported.');
  if (new Set(world.asks).size !== world.asks.length) throw new Error(`A query was asked twice: ${world.asks.join(', ')}.`);
}
