/** Machines that share their state and deploy to a host that cannot be asked what it shows. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { digestOf } from '../../../src/lib/digest.ts';
import { fail, succeed } from '../../../src/lib/result.ts';
import { deploy } from '../../../src/targets/deploy.ts';
import { type DeployPlan, Ledger, type RecordPlace, type Target } from '../../../src/targets/ledger.ts';
import { temporaryFolder } from '../../support/trees.ts';

let here: ReturnType<typeof temporaryFolder>;
/** What visitors of the host see. */
let shown: string;
let newest: string;
/** What the machines share: records by key, and their versions. */
let records: Map<string, { readonly bytes: Buffer; readonly tag: string }>;
let targets: Map<string, Target>;
/** Runs before an upload counts; a failure is that of the upload. */
let before: (plan: DeployPlan) => Promise<boolean>;

beforeEach(() => {
  here = temporaryFolder();
  shown = '';
  records = new Map();
  targets = new Map();
  before = async () => true;
});
afterEach(() => {
  vi.useRealTimers();
  here.remove();
});

const place: RecordPlace = {
  get: async (key) => succeed(records.get(key) ?? null),
  async swap({ key, bytes }, tag) {
    if (tag !== (records.get(key)?.tag ?? null)) return fail('conflict', 'Another version is there.');
    const written = randomUUID();
    records.set(key, { bytes: Buffer.from(bytes), tag: written });
    return succeed(written);
  },
};

/** The host, as a process of a machine has opened it. */
const openHost = (): Target => ({
  name: 'host',
  ledger: new Ledger('host'),
  open: () => ({
    records: place,
    async upload(plan) {
      if (!(await before(plan))) return fail('transient', 'No answer.');
      shown = plan.release;
      return succeed({});
    },
  }),
});

/** Deploys a release from a machine, which is the newest unless another is named. */
function deployFrom(machine: string, release: string, onRetry = (_line: string) => {}) {
  const of = (path: string) => ({ path, digest: digestOf(release), size: release.length, file: path });
  const files = [of('index.html'), of(`${release}.html`)];
  const target = targets.get(machine) ?? openHost();
  targets.set(machine, target);
  return deploy({
    engine: { live: () => ({ release, files: () => files }), read: async () => new TextEncoder().encode(release) },
    cacheDir: join(here.path, machine),
    target,
    backOff: 1,
    onRetry,
    newest: async () => succeed(newest),
  });
}

test('what another machine deployed since is replaced, though the own record names the same files', async () => {
  newest = 'one';
  await deployFrom('first', 'one');
  newest = 'two';
  await deployFrom('second', 'two');
  newest = 'one';
  await deployFrom('first', 'one');
  expect(shown).toBe('one');
});

test('what is deployed already does not travel again', async () => {
  newest = 'one';
  await deployFrom('first', 'one');
  expect(await deployFrom('first', 'one')).toMatchObject({ ok: true, value: { changed: [] } });
});

test('an attempt that is repeated puts nothing older over what another machine deployed meanwhile', async () => {
  newest = 'three';
  before = async ({ release }) => {
    if (release !== 'three') return true;
    newest = 'four';
    await deployFrom('second', 'four');
    return false;
  };
  expect(await deployFrom('first', 'three')).toMatchObject({ ok: true, value: { release: 'four', changed: [] } });
  expect(shown).toBe('four');
});

describe('a slower upload that ends over a newer release', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    newest = 'three';
    before = async ({ release }) => {
      if (release === 'three') {
        newest = 'four';
        await deployFrom('second', 'four');
      }
      return true;
    };
    // It says so: whoever deploys by a command takes in what is newer, and deploys that.
    expect(await deployFrom('first', 'three')).toMatchObject({ ok: true, value: { release: 'four', files: new Map() } });
    expect(shown).toBe('three');
  });

  test('is put right by the machine whose release it replaced', async () => {
    await deployFrom('second', 'four');
    expect(shown).toBe('four');
  });

  test('is put right by its own machine, however late that comes to it', async () => {
    vi.setSystemTime(Date.now() + 3_600_000);
    await deployFrom('first', 'four');
    expect(shown).toBe('four');
  });
});

test('while a machine may still change the host, which has begun a deploy and was killed, the others deploy again', async () => {
  newest = 'one';
  before = async () => Promise.reject(new Error('killed'));
  await expect(deployFrom('first', 'one')).rejects.toThrow('killed');
  before = async () => true;
  newest = 'two';
  await deployFrom('second', 'two');
  // What the killed one has started goes on.
  shown = 'one';
  await deployFrom('second', 'two');
  expect(shown).toBe('two');
});

test('a machine deploys again while a killed process of it, which has begun a deploy, may still change the host, and once more afterwards', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  newest = 'one';
  before = async () => Promise.reject(new Error('killed'));
  await expect(deployFrom('first', 'one')).rejects.toThrow('killed');
  before = async () => true;
  targets.delete('first');
  await deployFrom('first', 'one');
  vi.setSystemTime(Date.now() + 19 * 60_000);
  shown = 'older';
  await deployFrom('first', 'one');
  expect(shown).toBe('one');
  // However late it comes to it: nobody has written since what the killed one may have written last.
  vi.setSystemTime(Date.now() + 60 * 60_000);
  shown = 'older';
  await deployFrom('first', 'one');
  expect(shown).toBe('one');
  expect(await deployFrom('first', 'one')).toMatchObject({ ok: true, value: { changed: [] } });
});

test.each(['failed', 'was killed'])('what goes is removed also by the deploy after one that %s', async (how) => {
  newest = 'one';
  await deployFrom('first', 'one');
  for (const release of ['two', 'three']) {
    newest = release;
    before = async () => false;
    await deployFrom('first', release);
    if (how === 'was killed') targets.delete('first');
  }
  let removed: readonly string[] = [];
  before = async (plan) => {
    ({ removed } = plan);
    return true;
  };
  await deployFrom('first', 'three');
  expect(removed).toEqual(['one.html', 'two.html']);
});

test('a deploy that failed half way is not taken for what the host holds, also on the way back', async () => {
  newest = 'one';
  await deployFrom('first', 'one');
  newest = 'two';
  before = async () => {
    shown = 'half of two';
    return false;
  };
  expect(await deployFrom('first', 'two')).toMatchObject({ ok: false });
  newest = 'one';
  before = async () => true;
  await deployFrom('first', 'one');
  expect(shown).toBe('one');
  expect(await deployFrom('first', 'one')).toMatchObject({ ok: true, value: { changed: [] } });
});

test('one deploy of a machine at a time: another one waits, and says so', async () => {
  newest = 'one';
  const uploading = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  before = async () => {
    uploading.resolve();
    await goOn.promise;
    return true;
  };
  const first = deployFrom('first', 'one');
  await uploading.promise;
  const told: string[] = [];
  newest = 'two';
  const second = deployFrom('first', 'two', (line) => {
    told.push(line);
    goOn.resolve();
  });
  await Promise.all([first, second]);
  expect([shown, told]).toEqual(['two', ['Another deploy is under way: this one waits for it.']]);
});
