/** Renders the planned pages and puts their files into the store. Nothing of it counts before the release is recorded. */
import { type Digest, digestOf } from '../lib/digest.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { EngineEvent } from './api.ts';
import { breather } from './files.ts';
import { Helper, MANY } from './helper.ts';
import { Names, type PageNames } from './names.ts';
import type { FileTuple } from './record.ts';
import type { Store } from './store.ts';
import type { OutputFile, PageKey, Question, World } from './types.ts';

export interface RenderedPage {
  readonly key: PageKey;
  readonly asked: readonly Question[];
  readonly files: readonly FileTuple[];
  readonly names: PageNames;
}

/** Enough that one page's waiting is another's work; more only takes memory. */
const AT_ONCE = 16;

interface Surroundings {
  readonly store: Store;
  readonly dynamic: readonly string[];
  readonly emit: (event: EngineEvent) => void;
  readonly distDir: string;
  /** The digest of what the store holds for a path. */
  readonly held: (path: string) => Digest | null;
}

/** All pages, in the order given; the first exception ends it, with the page named. */
export async function renderPages(
  keys: readonly PageKey[],
  world: World,
  { store, distDir, dynamic, emit, held }: Surroundings,
): Promise<Result<readonly RenderedPage[], 'render-failed'>> {
  const helper = keys.length >= MANY ? new Helper({ storeDir: store.dir, distDir }) : null;
  const names = new Names(world, dynamic);
  const breathe = breather();
  const pages: RenderedPage[] = [];
  let next = 0;
  let done = 0;
  let failure: { page: PageKey; error: unknown } | null = null;

  async function renderOne(key: PageKey): Promise<RenderedPage> {
    const { files, asked, names: also = [] } = await world.render(key);
    const stored = helper ? Promise.all(files.map((file) => keepByHelper(file, helper))) : files.map(keep);
    const found = names.of(files, also);
    return { key, asked: [...new Set(asked)], files: await stored, names: found };
  }

  function keep({ path, bytes }: OutputFile): FileTuple {
    const digest = digestOf(bytes);
    if (digest !== held(path)) {
      store.put(digest, bytes);
      emit({ type: 'stored', path });
    }
    return [path, digest, bytes.length];
  }

  async function keepByHelper({ path, bytes }: OutputFile, hand: Helper): Promise<FileTuple> {
    const digest = await hand.put(bytes, held(path));
    if (digest !== held(path)) emit({ type: 'stored', path });
    return [path, digest, bytes.length];
  }

  async function work(): Promise<void> {
    while (next < keys.length && !failure) {
      const at = next++;
      const page = keys[at] ?? '';
      try {
        pages[at] = await renderOne(page);
        emit({ type: 'rendered', page, done: ++done, of: keys.length });
      } catch (error) {
        failure ??= { page, error };
      }
      await breathe();
    }
  }

  await Promise.all(Array.from({ length: Math.min(AT_ONCE, keys.length) }, work));
  await helper?.end();
  const failed = failure as { page: PageKey; error: unknown } | null;
  if (!failed) return succeed(pages);
  emit({ type: 'render-failed', page: failed.page, error: failed.error });
  const why = failed.error instanceof Error ? failed.error.message : String(failed.error);
  return fail('render-failed', `${failed.page} could not be rendered: ${why.replaceAll('\n', ' ')} Nothing was published.`);
}
