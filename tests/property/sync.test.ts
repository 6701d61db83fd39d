import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CollectionName, ITEM_LIST_NAMES, LIST_NAMES } from '../../src/collections/index.ts';
import type { SiteDatabase } from '../../src/database/siteDatabase.ts';
import type { InputKey, QueryKey } from '../../src/engine/types.ts';
import { digestOf } from '../../src/lib/digest.ts';
import { DOWNLOAD_KINDS } from '../../src/lib/downloads.ts';
import { fail, succeed } from '../../src/lib/result.ts';
import type { ContentClient } from '../../src/service/client.ts';
import { contentOn, queryKey } from '../../src/snapshot/source.ts';
import type { SyncInput } from '../../src/snapshot/sync/types.ts';
import type { Media } from '../../src/types/media.ts';
import { Answers } from '../support/content.ts';
import { syncingMachines } from '../support/syncRig.ts';
import { runs } from './runs.ts';

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

/** What may happen to the lists of some collections and to media. */
const stepOf = (names: readonly CollectionName[], item: fc.Arbitrary<string>, references: readonly string[]) =>
  fc.oneof(
    fc.record({ kind: fc.constant('edit' as const), name: fc.constantFrom(...names), at: fc.nat(20), item }),
    fc.record({ kind: fc.constant('insert' as const), name: fc.constantFrom(...names), at: fc.nat(20), item }),
    fc.record({ kind: fc.constant('delete' as const), name: fc.constantFrom(...names), at: fc.nat(20) }),
    fc.record({ kind: fc.constant('reverse' as const), name: fc.constantFrom(...names) }),
    fc.record({ kind: fc.constant('fail' as const), name: fc.constantFrom(...names) }),
    fc.record({ kind: fc.constant('picture' as const), reference: fc.constantFrom(...references), known: fc.boolean() }),
    fc.record({ kind: fc.constantFrom('reopen' as const, 'recover' as const, 'untag' as const) }),
  );
type Step = ReturnType<typeof stepOf> extends fc.Arbitrary<infer Value> ? Value : never;

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

function clientOf(outside: Outside): Pick<ContentClient, 'list'> {
  return {
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
    refresh: async () => ({ pending: null }),
  };
}

/** A service with nothing, and machines that sync with it. */
function changingService() {
  const outside: Outside = { lists: new Map(), failing: new Set(), pictures: new Map(), generation: 0, tagged: true };
  const { open, sync, close } = syncingMachines({
    ...{ client: clientOf(outside), media: mediaOf(outside), origin: 'service', timeZone: 'Asia/Kolkata' },
    ...{ closureMark: '!', emptyLists: 'publish', now: Date.now },
  });
  return { outside, open, sync, close };
}

const NAMES = [
  ...(['news', 'events', 'gallery', 'topper', 'notification'] as const),
  ...(['highlight', 'academicCalender', 'principalMessage'] as const),
];
const REFERENCES = ['a.jpg', 'b.pdf'];
const TODAY = '2026-11-21';

/** Before, on and after today, several on one day and in one month more often than not, and none. */
const DAYS = ['2026-11-20', '2026-11-21', '2026-11-21T09:00', '2026-11-30', '2027-01-05', '2025-03-02', 'nonsense', null];

/** Whatever the collection, an item of it; identities come twice now and then. */
const item = fc
  .record({
    _id: fc.integer({ min: 1, max: 70 }).map((id) => `Item ${id}`),
    title: fc.constantFrom('Sports day', 'Prize day', '! Closed'),
    name: fc.constantFrom('A', 'B'),
    message: fc.constantFrom('Short', 'Long '.repeat(1500)),
    date: fc.constantFrom(...DAYS),
    category: fc.constantFrom('PhotoGallery', 'PhotoGallery', 'Other'),
    images: fc.array(fc.constantFrom(...REFERENCES), { maxLength: 60 }),
    attachments: fc.array(fc.constantFrom(...REFERENCES), { maxLength: 2 }),
    sessionYear: fc.constantFrom('2024-2025', '2025-2026', '2025-2026'),
    class: fc.constantFrom('X', 'XII'),
  })
  // News call it otherwise.
  .map((value) => JSON.stringify({ ...value, fromDate: value.date }));

const lists = fc.tuple(...NAMES.map(() => fc.array(item, { maxLength: 40 })));
const stepsOf = (names: readonly CollectionName[]) =>
  fc.array(fc.array(stepOf(names, item, REFERENCES), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });

/** Every query that some page may ask, about what there is and about what there is not. */
function siteQueries(answers: Answers): QueryKey[] {
  const ask = (name: string, ...args: unknown[]) => queryKey(name, args);
  const ofPages = answers.pages().flatMap((page) => {
    const [, base = '', first = '', second = ''] = page.split('/');
    const list = LIST_NAMES.find((name) => page.startsWith(`/${{ news: 'News', events: 'Events' }[name as 'news'] ?? base}/`));
    if (first === 'item') return [ask('item', base.toLowerCase(), second), ask('event', second)];
    if (base === 'SubGallery') return [ask('album', first, Number(second || 1))];
    if (base === 'Calendar') return [ask('calendar', first.slice(0, 7), Number(first.slice(8) || 1))];
    if (base === 'Downloads' && second) return [ask('downloadsPart', first, second)];
    return list && first && !first.endsWith('.json') ? LIST_NAMES.map((name) => ask('archive', name, first)) : [];
  });
  return [
    ...ofPages,
    ...['closures', 'marquee', 'leaderPortraits', 'agenda', 'searchFiles', 'pagePaths'].map((name) => ask(name)),
    ...LIST_NAMES.flatMap((name) => [ask('list', name), ask('parts', name), ask('latest', name, 5), ask('latest', name, 20)]),
    ...ITEM_LIST_NAMES.flatMap((name) => [ask('upcoming', name, 3), ask('upcomingFirst', name, 4), ask('pageDays', name)]),
    ...DOWNLOAD_KINDS.map((kind) => ask('downloads', kind)),
    ...[1, 2].flatMap((page) => ['principalMessage', 'notification', 'highlight'].map((name) => ask('plainPage', name, page))),
    ask('dataIndex', 'calendar'),
    ask('latestEntries', 9),
    ask('item', 'news', 'nobody'),
  ];
}

/** What of the earlier answers is another now although nothing that they were made from was touched. */
function untold(before: Answers, now: Answers, touched: ReadonlySet<InputKey>): QueryKey[] {
  const changed = (query: QueryKey) => before.known.get(query)?.digest !== now.ask(query).digest;
  const isTold = ([query, { direct, asked }]: [QueryKey, { direct: ReadonlySet<string>; asked: ReadonlySet<string> }]) =>
    !changed(query) || [...direct].some((input) => touched.has(input)) || [...asked].some(changed);
  return [...before.known].filter((entry) => !isTold(entry)).map(([query]) => query);
}

/** What goes wrong when inputs that begin so are never touched. */
async function untoldAfter(all: readonly string[][], rounds: readonly Step[][], forgotten?: string): Promise<QueryKey[]> {
  const service = changingService();
  try {
    NAMES.forEach((name, at) => void service.outside.lists.set(name, all[at] ?? []));
    const machine = service.open('site');
    await service.sync(machine);
    for (const round of rounds) {
      const before = new Answers(contentOn(machine.database, TODAY));
      for (const query of siteQueries(before)) before.ask(query);
      for (const table of ['dependency', 'touched']) machine.database.run(`DELETE FROM ${table}`);
      for (const input of new Set([...before.known.values()].flatMap(({ direct }) => [...direct])))
        machine.database.run('INSERT INTO dependency VALUES (?, 0)', input);
      for (const change of round) take(service.outside, change);
      await service.sync(machine);
      const noted = machine.database.column('SELECT input FROM touched');
      const touched = new Set(noted.filter((input) => !forgotten || !input.startsWith(forgotten)));
      const found = untold(before, new Answers(contentOn(machine.database, TODAY)), touched);
      if (found.length > 0) return found;
    }
    return [];
  } finally {
    service.close();
  }
}

describe('an answer that is another after a sync', () => {
  test('had one of the inputs touched that it was made from', async () => {
    await fc.assert(
      fc.asyncProperty(lists, stepsOf(NAMES), async (all, rounds) => {
        expect(await untoldAfter(all, rounds)).toEqual([]);
      }),
      runs(15),
    );
  });

  test.each(['item', 'beside', 'slice', 'group', 'on', 'coming', 'past', 'skeleton'])(
    'is found by this test where %s is never touched',
    async (kind) => {
      const property = fc.asyncProperty(lists, stepsOf(['events', 'notification']), async (all, rounds) => {
        return (await untoldAfter(all, rounds, `${kind}:`)).length === 0;
      });
      expect((await fc.check(property, { numRuns: 60, endOnFailure: true, seed: 1 })).failed).toBe(true);
    },
  );

  test('had one of them touched also where a thousand items changed at once', async () => {
    const many = (title: string) =>
      Array.from({ length: 1200 }, (_, at) => JSON.stringify({ _id: at, title, fromDate: `2025-03-${10 + (at % 20)}` }));
    const edit = many('After').map((text, at) => ({ kind: 'edit' as const, name: 'news' as const, at, item: text }));
    expect(await untoldAfter([many('Before')], [edit])).toEqual([]);
  });
});

describe('a sync', () => {
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

  /** All that is published and told, without the numbers that a database gives. */
  function contentOf(database: SiteDatabase) {
    const items =
      'SELECT collection, id, shown, note, entity, raw, search_row, search_places FROM item ORDER BY collection, place';
    const entries = 'SELECT list, path, rank, day, grp, weight FROM entry ORDER BY list, rank, place';
    return [database.prepare(items).all(), database.prepare(entries).all()];
  }

  test('after any changes the content equals what is read from scratch', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepOf(NAMES, item, REFERENCES), { minLength: 1, maxLength: 14 }), async (steps) => {
        const service = changingService();
        try {
          let machine = service.open('site');
          for (const [at, change] of steps.entries()) {
            take(service.outside, change);
            if (change.kind === 'reopen') machine = service.open('site');
            const outcome = await service.sync(machine);
            if (service.outside.failing.size) continue;
            const scratch = service.open(`scratch ${at}`);
            const whole = await service.sync(scratch, { force: true });
            expect(contentOf(machine.database)).toEqual(contentOf(scratch.database));
            expect(outcome.leftOut).toEqual(whole.leftOut);
            expect(outcome.warnings).toEqual(whole.warnings);
            expect(outcome.stale).toEqual([]);
          }
        } finally {
          service.close();
        }
      }),
      runs(40),
    );
  });
});
