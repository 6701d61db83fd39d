/** A content service and its media that change step by step, for property tests of the sync. */
import fc from 'fast-check';
import type { CollectionName } from '../../src/collections/index.ts';
import { digestOf } from '../../src/lib/digest.ts';
import { fail, succeed } from '../../src/lib/result.ts';
import type { SyncInput } from '../../src/snapshot/sync/types.ts';
import type { Media } from '../../src/types/media.ts';
import type { ContentClient } from '../../src/types/service.ts';
import { NOBODY } from './content.ts';
import { syncingMachines } from './syncRig.ts';

/** The outside as it is at one moment. */
export interface Outside {
  /** JSON texts of the items of each collection that has any. */
  readonly lists: Map<CollectionName, string[]>;
  readonly failing: Set<CollectionName>;
  readonly pictures: Map<string, Media>;
  generation: number;
  /** Whether the service answers with validators. */
  tagged: boolean;
}

/** What may happen to the lists of some collections and to media. */
export const stepOf = (names: readonly CollectionName[], item: fc.Arbitrary<string>, references: readonly string[]) =>
  fc.oneof(
    fc.record({ kind: fc.constant('edit' as const), name: fc.constantFrom(...names), at: fc.nat(20), item }),
    fc.record({ kind: fc.constant('insert' as const), name: fc.constantFrom(...names), at: fc.nat(20), item }),
    fc.record({ kind: fc.constant('delete' as const), name: fc.constantFrom(...names), at: fc.nat(20) }),
    fc.record({ kind: fc.constant('reverse' as const), name: fc.constantFrom(...names) }),
    fc.record({ kind: fc.constant('fail' as const), name: fc.constantFrom(...names) }),
    fc.record({ kind: fc.constant('picture' as const), reference: fc.constantFrom(...references), known: fc.boolean() }),
    fc.record({ kind: fc.constantFrom('reopen' as const, 'recover' as const, 'untag' as const) }),
  );
export type Step = ReturnType<typeof stepOf> extends fc.Arbitrary<infer Value> ? Value : never;

function changed(list: readonly string[], change: Extract<Step, { name: CollectionName }>): string[] {
  const at = 'at' in change ? change.at % (list.length + 1) : 0;
  if (change.kind === 'insert') return list.toSpliced(at, 0, change.item);
  if (change.kind === 'edit') return list.toSpliced(at, 1, change.item);
  return change.kind === 'delete' ? list.toSpliced(at, 1) : list.toReversed();
}

export function take(outside: Outside, change: Step): void {
  if (change.kind === 'fail') outside.failing.add(change.name);
  else if (change.kind === 'recover') outside.failing.clear();
  else if (change.kind === 'untag') outside.tagged = !outside.tagged;
  else if ('name' in change) outside.lists.set(change.name, changed(outside.lists.get(change.name) ?? [], change));
  else if (change.kind === 'picture' && change.known)
    outside.pictures.set(change.reference, { kind: 'image', id: digestOf(change.reference).slice(0, 12), w: 4, h: 3 });
  else if (change.kind === 'picture' && outside.pictures.delete(change.reference)) outside.generation += 1;
}

function clientOf(outside: Outside): ContentClient {
  return {
    close: () => undefined,
    async list(name, validators) {
      if (outside.failing.has(name)) return fail('status', 'It failed.');
      const body = Buffer.from(`[${(outside.lists.get(name) ?? []).join(' ,\n ')}]`);
      const etag = outside.tagged ? digestOf(body) : null;
      if (etag !== null && validators?.etag === etag) return succeed({ fresh: false });
      return succeed({ fresh: true, body, validators: { etag, lastModified: null } });
    },
  };
}

function mediaOf(outside: Outside): SyncInput['media'] {
  return {
    generation: async () => digestOf(String(outside.generation)),
    peek: (reference) => outside.pictures.get(reference),
    failure: () => null,
    obtain: async () => ({ pending: null }),
  };
}

/** A service with nothing, and machines that sync with it. */
export function changingService() {
  const outside: Outside = { lists: new Map(), failing: new Set(), pictures: new Map(), generation: 0, tagged: true };
  const { open, sync, close } = syncingMachines({
    ...{ client: clientOf(outside), media: mediaOf(outside), inputs: NOBODY, origin: 'service', timeZone: 'Asia/Kolkata' },
    ...{ closureMark: '!', emptyLists: 'publish', now: Date.now },
  });
  return { outside, open, sync, close };
}
