/** Machines that share their state in one object storage, and the school that they publish. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type S3, startS3 } from '../../scripts/bench/objectStorage.ts';
import type { Settings } from '../../src/lib/settings.ts';
import { openSite, type Rebuilt, type Site } from '../../src/site/open.ts';
import { type FakeContentService, startFakeContentService } from './fakeContentService.ts';
import { smallPicture } from './pictures.ts';
import { ROOT, settingsFor } from './rig.ts';
import { TODAY } from './today.ts';
import { readTree, sorted, temporaryFolder } from './trees.ts';

export const NEWS = Array.from({ length: 12 }, (_, at) => ({
  _id: `n${at}`,
  title: `Notice ${at}`,
  fromDate: `2026-10-${String(at + 10)}`,
  image: at === 3 ? 'sports.jpg' : null,
}));

interface Machine {
  readonly name: string;
  readonly site: Site;
  readonly dist: string;
  /** Messages of its `shared-state` events. */
  readonly told: string[];
  rebuild(request?: Parameters<Site['rebuild']>[0]): Promise<Rebuilt>;
}

let machines: Site[] = [];

function openMachine(
  name: string,
  settings: Settings,
  { school, folder }: { school: FakeContentService; folder: string },
): Machine {
  const dist = join(folder, name, 'dist');
  const told: string[] = [];
  const site = openSite({
    root: ROOT,
    settings,
    contentServiceUrl: school.url,
    distDir: dist,
    now: () => TODAY,
    onEvent: (event) => void (event.type === 'shared-state' && told.push(event.message)),
  });
  machines.push(site);
  return {
    name,
    site,
    dist,
    told,
    async rebuild(request) {
      const rebuilt = await site.rebuild(request);
      if (!rebuilt.ok) throw new Error(rebuilt.message);
      return rebuilt.value;
    },
  };
}

/** The machines of a test file. Each test has a key prefix of its own in the storage, and a school with `NEWS`. */
export function sharingMachines() {
  let school: FakeContentService;
  let s3: S3;
  let folder: ReturnType<typeof temporaryFolder>;
  let tests = 0;
  /** By the school's lists, as JSON. */
  const cleanTrees = new Map<string, Promise<[string, string][]>>();

  beforeAll(async () => {
    s3 = await startS3();
    school = await startFakeContentService({}, new Map([['sports.jpg', await smallPicture(1)]]));
  });
  afterAll(async () => {
    await s3.close();
    await school.close();
  });
  beforeEach(() => {
    folder = temporaryFolder();
    school.lists = { news: NEWS };
    tests += 1;
  });
  afterEach(async () => {
    for (const site of machines) await site.close();
    machines = [];
    s3.answer = () => 'pass';
    s3.before = () => Promise.resolve();
    s3.isConditional = true;
    folder.remove();
  });

  function settingsOf(name: string): Settings {
    return { ...settingsFor(join(folder.path, name)), state: { ...s3.settings, prefix: `p${tests}` } };
  }

  /** A machine with an empty cache; `changes` override its settings. */
  function machine(name: string, changes: Partial<Settings> = {}): Machine {
    return openMachine(name, { ...settingsOf(name), ...changes }, { school, folder: folder.path });
  }

  async function buildCleanTree(): Promise<[string, string][]> {
    const clean = machine('clean', { state: null });
    await clean.rebuild({ clean: true });
    return sorted(readTree(clean.dist));
  }

  return {
    school: () => school,
    s3: () => s3,
    machine,
    settings: settingsOf,
    /** What a clean build publishes of the lists as they are now. */
    cleanTree(): Promise<[string, string][]> {
      const lists = JSON.stringify(school.lists);
      const tree = cleanTrees.get(lists) ?? buildCleanTree();
      cleanTrees.set(lists, tree);
      return tree;
    },
    /** Gives a news item another title. */
    rename(id: string, title: string): void {
      const { news = [] } = school.lists;
      school.lists = { news: news.map((item) => (item._id === id ? { ...item, title } : item)) };
    },
    /** Every file of the storage's folder that belongs to this test, by name, decompressed. */
    objects(): { readonly file: string; readonly text: string }[] {
      const all = readTree(s3.folder);
      const own = [...all.keys()].filter((file) => file.includes(`p${tests}/`) && file.endsWith('._S3rver_object'));
      return own.map((file) => {
        const bytes = readFileSync(join(s3.folder, file));
        const text = bytes.readUInt32LE(0) === 0xfd2fb528 ? zstdDecompressSync(bytes) : bytes;
        return { file, text: text.toString('latin1') };
      });
    },
  };
}
