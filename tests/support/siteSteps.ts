/** Steps of the site's property test: what happens between two rebuilds. */
import fc from 'fast-check';
import { COLLECTION_NAMES, type CollectionName } from '../../src/collections/index.ts';
import { FAILURES, type Failure } from './fakeContentService.ts';
import { schoolItem } from './schoolItems.ts';
import { DAMAGES, type Damage } from './siteDamage.ts';

export interface ContentStep {
  readonly do: 'create' | 'edit' | 're-date' | 'delete' | 'reorder' | 'repeat' | 'fill' | 'empty';
  readonly name: CollectionName;
  readonly at: number;
  readonly value: number;
}

const DAMAGED_FOLDERS = ['cache', 'dist', 'data'] as const;

export interface DamageStep {
  readonly do: 'damage';
  readonly folder: (typeof DAMAGED_FOLDERS)[number];
  readonly how: Damage;
  readonly at: number;
  /** Odd: the news change as well. */
  readonly value: number;
}

/** After a change of content, a rebuild in another process that is killed or limited in the size of its files. */
export type BrokenRun = { readonly value: number } & (
  | { readonly do: 'kill'; readonly milliseconds: number }
  | { readonly do: 'disk-full'; readonly kilobytes: number }
);

export interface HostileStep {
  readonly do: 'hostile';
  /** Bodies of answers, by collection. */
  readonly answers: readonly (readonly [CollectionName, Buffer])[];
}

export type SiteStep =
  | ContentStep
  | DamageStep
  | BrokenRun
  | HostileStep
  | { readonly do: 'undo' | 'reopen' | 'picture-arrives' | 'unreachable' }
  | { readonly do: 'days-pass'; readonly days: number }
  | { readonly do: 'fail'; readonly names: readonly CollectionName[]; readonly how: Failure; readonly at: number }
  | { readonly do: 'hook'; readonly names: readonly CollectionName[]; readonly value: number };

const name = fc.constantFrom(...COLLECTION_NAMES);
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 3 });
const small = fc.nat({ max: 1000 });
const kinds = <Kind extends string>(...all: Kind[]) => fc.constantFrom(...all);

const hostileValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\u0000\u001b[2J',
    '\u202e',
    '\ud800',
    '../../etc/passwd',
    '{school}',
    '</script><script>',
    '<svg onload=x>',
    '%',
    '?#',
  ),
  fc.constantFrom<unknown>(1e308, -1, '1e999', '+275760-09-13', '0000-00-00', [[[[]]]], { url: null }, ['one.jpg', 'one.jpg']),
);

const FIELDS = ['_id', 'title', 'name', 'date', 'fromDate', 'image', 'attachments', 'message', 'url', 'videoUrl', 'sessionYear'];

/** An item with invalid values in some fields, or a value that is no item. */
function hostileItem(of: CollectionName): fc.Arbitrary<unknown> {
  const changed = fc
    .tuple(small, fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS, '__proto__', 'constructor'), fc.string()), hostileValue))
    .map(([value, fields]) => ({ ...schoolItem(of, `h${value}`, value), ...fields }));
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: hostileValue });
}

const wrapped = (of: CollectionName) =>
  fc
    .tuple(fc.array(hostileItem(of), { maxLength: 12 }), fc.constantFrom('', 'data', 'result', of))
    .map(([items, key]) => Buffer.from(JSON.stringify(key ? { [key]: items } : items)));

const notAList = fc.oneof(
  hostileValue.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('['.repeat(30_000), '\ufeff[]', '[{"_id":"a","_id":"b"}]', '[1,]', '{"data":{"data":[]}}')
    .map((text) => Buffer.from(text)),
);

const hostileAnswer = name.chain((of) =>
  fc.tuple(fc.constant(of), fc.oneof({ weight: 3, arbitrary: wrapped(of) }, { weight: 1, arbitrary: notAList })),
);

const change = (...all: ContentStep['do'][]) => fc.record({ do: kinds(...all), name, at: small, value: small });
const event = (...all: ('undo' | 'reopen' | 'picture-arrives' | 'unreachable')[]) => fc.record({ do: kinds(...all) });
const damage = (...folders: DamageStep['folder'][]) =>
  fc.record({
    do: kinds('damage'),
    folder: fc.constantFrom(...folders),
    how: fc.constantFrom(...DAMAGES),
    at: fc.nat({ max: 100_000 }),
    value: small,
  });
const daysPass = fc.record({ do: kinds('days-pass'), days: fc.constantFrom(1, 1, 10, 41, 366) });
const failure = fc.record({ do: kinds('fail'), names, how: fc.constantFrom(...FAILURES), at: small });
const hook = fc.record({ do: kinds('hook'), names, value: small });
const hostile = fc.record({ do: kinds('hostile'), answers: fc.array(hostileAnswer, { minLength: 1, maxLength: 4 }) });
const kill = fc.record({ do: kinds('kill'), milliseconds: fc.nat({ max: 900 }), value: small });
const diskFull = fc.record({ do: kinds('disk-full'), kilobytes: fc.nat({ max: 60 }), value: small });

/** Mostly changes of content, some faults, restarts and passing days. */
export const siteStep: fc.Arbitrary<SiteStep> = fc.oneof(
  {
    weight: 12,
    arbitrary: change('create', 'create', 'edit', 're-date', 'delete', 'reorder', 'repeat', 'fill', 'empty'),
  },
  { weight: 3, arbitrary: event('undo', 'undo', 'reopen', 'picture-arrives', 'unreachable') },
  { weight: 2, arbitrary: daysPass },
  { weight: 2, arbitrary: failure },
  { weight: 2, arbitrary: hook },
  { weight: 4, arbitrary: damage(...DAMAGED_FOLDERS) },
  { weight: 1, arbitrary: hostile },
  { weight: 1, arbitrary: kill },
  { weight: 1, arbitrary: diskFull },
);

const EACH_KIND: readonly fc.Arbitrary<SiteStep>[] = [
  ...(['create', 'edit', 're-date', 'delete', 'reorder', 'repeat', 'fill', 'empty'] as const).map((kind) => change(kind)),
  ...(['undo', 'reopen', 'picture-arrives', 'unreachable'] as const).map((kind) => event(kind)),
  ...DAMAGED_FOLDERS.map((folder) => damage(folder)),
  ...[daysPass, failure, hook, hostile, kill, diskFull],
];

/** One step of each kind, in any order. */
export const oneOfEachKind: fc.Arbitrary<SiteStep[]> = fc
  .shuffledSubarray([...EACH_KIND], { minLength: EACH_KIND.length })
  .chain((inOrder) => fc.tuple(...inOrder));
