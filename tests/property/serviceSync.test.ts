import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COLLECTION_NAMES, type CollectionName } from '../../src/collections/index.ts';
import { digestOf } from '../../src/lib/digest.ts';
import { fail, succeed } from '../../src/lib/result.ts';
import { openSnapshotStore } from '../../src/snapshot/store.ts';
import { syncSnapshot } from '../../src/snapshot/sync/sync.ts';
import type { SyncInput } from '../../src/snapshot/sync/types.ts';
import type { Media } from '../../src/types/media.ts';
import type { ContentClient } from '../../src/types/service.ts';
import { TEMPORARY } from '../support/temporary.ts';

/** The outside as it is at one moment. */
interface Outside {
  /** JSON texts of the items of each collection that has any. */
  readonly lists: Map<CollectionName, string[]>;
  readonly failing: Set<CollectionName>;
  readonly pictures: Map<string, Media>;
  generation: number;
  /** Whether the service answers with validators. */
  tagged: boolean;
}

const NAMES = ['news', 'gallery', 'principalMessage'] as const;
const REFERENCES = ['a.jpg', 'b c.jpg', 'd.pdf'];

const item = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('null', '7', '"text"', '{}', '[]') },
  {
    weight: 6,
    arbitrary: fc
      .record({
        _id: fc.option(fc.constantFrom('1', '2', '3', 4, '5', '6', '', 'x'.repeat(65))),
        fromDate: fc.constantFrom('2025-03-05', '21/11/2026'),
        title: fc.constantFrom('A', 'B', '', 'हिन्दी "]}', '<b>'),
        name: fc.constantFrom('N', ''),
        message: fc.constantFrom('<p>m</p><script>x</script>', ''),
        category: fc.constantFrom('PhotoGallery', 'PhotoGallery', 'Other'),
        image: fc.option(fc.constantFrom(...REFERENCES)),
        attachments: fc.array(fc.constantFrom(...REFERENCES), { maxLength: 2 }),
      })
      .map((value) => JSON.stringify(value)),
  },
);

const step = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), name: fc.constantFrom(...NAMES), at: fc.nat(20), item }),
  fc.record({ kind: fc.constant('insert' as const), name: fc.constantFrom(...NAMES), at: fc.nat(20), item }),
  fc.record({ kind: fc.constant('delete' as const), name: fc.constantFrom(...NAMES), at: fc.nat(20) }),
  fc.record({ kind: fc.constant('reverse' as const), name: fc.constantFrom(...NAMES) }),
  fc.record({ kind: fc.constant('fail' as const), name: fc.constantFrom(...NAMES) }),
  fc.record({ kind: fc.constant('picture' as const), reference: fc.constantFrom(...REFERENCES), known: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('reopen' as const, 'recover' as const, 'untag' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function changed(list: readonly string[], change: Extract<Step, { name: CollectionName }>): string[] {
  const at = 'at' in change ? change.at % (list.length + 1) : 0;
  if (change.kind === 'insert') return list.toSpliced(at, 0, change.item);
  if (change.kind === 'edit') return list.toSpliced(at, 1, change.item);
  return change.kind === 'delete' ? list.toSpliced(at, 1) : list.toReversed();
}

function take(outside: Outside, change: Step): void {
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

const runs = Number(process.env.PROPERTY_RUNS ?? 120);

test('after any changes the snapshot equals one read from scratch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const cacheDir = mkdtempSync(join(TEMPORARY, 'sync-'));
      const outside: Outside = { lists: new Map(), failing: new Set(), pictures: new Map(), generation: 0, tagged: true };
      const ports = {
        client: clientOf(outside),
        media: mediaOf(outside),
        timeZone: 'Asia/Kolkata',
        closureMark: '!',
        emptyLists: 'publish',
        now: Date.now,
      } as const;
      const open = (folder: string) => openSnapshotStore({ cacheDir: folder, origin: 'service', recipe: 'one' });
      let store = await open(cacheDir);
      try {
        for (const change of steps) {
          take(outside, change);
          if (change.kind === 'reopen') store = await open(cacheDir);
          const outcome = await syncSnapshot({ ...ports, store });
          await outcome.persist();
          if (outside.failing.size) continue;
          const scratch = await syncSnapshot({ ...ports, store: await open(join(cacheDir, 'nothing')), force: true });
          for (const name of COLLECTION_NAMES) {
            expect(outcome.snapshot.digest(name)).toBe(scratch.snapshot.digest(name));
            expect(outcome.snapshot.collection(name)).toEqual(scratch.snapshot.collection(name));
          }
          expect(outcome.leftOut).toEqual(scratch.leftOut);
          expect(outcome.warnings).toEqual(scratch.warnings);
          expect(outcome.stale).toEqual([]);
        }
      } finally {
        rmSync(cacheDir, { recursive: true, force: true });
      }
    }),
    { numRuns: runs },
  );
});
