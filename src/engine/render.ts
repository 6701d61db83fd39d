/** Renders the planned pages and puts their files into the store. Nothing of it counts before the release is recorded. */
import { digestOf } from '../lib/digest.ts';
import { fail, type Result, succeed } from '../lib/result.ts';
import type { EngineEvent } from './api.ts';
import { breather } from './files.ts';
import { Names, type PageNames } from './names.ts';
import type { FileTuple } from './record.ts';
import type { Store } from './store.ts';
import type { PageKey, Question, World } from './types.ts';

export interface RenderedPage {
  readonly key: PageKey;
  readonly asked: readonly Question[];
  readonly files: readonly FileTuple[];
  readonly names: PageNames;
}

/** Enough that one page's waiting is another's work; more only takes memory. */
const AT_ONCE = 8;

interface Surroundings {
  readonly store: Store;
  readonly dynamic: readonly string[];
  readonly emit: (event: EngineEvent) => void;
  /** Whether the store holds these bytes already, for this path. */
  readonly isStored: (file: FileTuple) => boolean;
}

/** All pages, in the order given; the first exception ends it, with the page named. */
export async function renderPages(
  keys: readonly PageKey[],
  world: World,
  { store, dynamic, emit, isStored }: Surroundings,
): Promise<Result<readonly RenderedPage[], 'render-failed'>> {
  const names = new Names(world, dynamic);
  const breathe = breather();
  const pages: RenderedPage[] = [];
  let next = 0;
  let done = 0;
  let failure: { page: PageKey; error: unknown } | null = null;

  async function renderOne(key: PageKey): Promise<RenderedPage> {
    const { files, asked, names: also = [] } = await world.render(key);
    const stored = files.map(({ path, bytes }): FileTuple => {
      const file: FileTuple = [path, digestOf(bytes), bytes.length];
      if (!isStored(file)) {
        store.put(file[1], bytes);
        emit({ type: 'stored', path });
      }
      return file;
    });
    return { key, asked: [...new Set(asked)], files: stored, names: names.of(files, also) };
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
  const failed = failure as { page: PageKey; error: unknown } | null;
  if (!failed) return succeed(pages);
  emit({ type: 'render-failed', page: failed.page, error: failed.error });
  const why = failed.error instanceof Error ? failed.error.message : String(failed.error);
  return fail('render-failed', `${failed.page} could not be rendered: ${why.replaceAll('\n', ' ')} Nothing was published.`);
}
