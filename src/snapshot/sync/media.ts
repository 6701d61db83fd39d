import type { Obtained } from '../../types/media.ts';
import type { CollectionSync, SyncInput, Warning } from './types.ts';

/** Asks for the references that are unknown: those of the items just read, and those that stored items wait for. */
export async function obtainMedia(input: SyncInput, syncs: readonly CollectionSync[]): Promise<Obtained> {
  const wanted = new Set(syncs.flatMap(({ reading }) => (reading ? [...reading.unknown()] : [])));
  // A sync of no collection asks the service nothing at all.
  if (!wanted.size || input.collections?.length === 0) return { pending: null };
  return input.media.obtain(wanted, {
    budget: input.mediaBudget ?? Number.POSITIVE_INFINITY,
    refresh: input.refreshMedia ?? false,
    onProgress: (done, total) => input.onEvent?.({ type: 'media', done, total }),
  });
}

/** A warning of media with the reason of the last attempt to have them, where there was one. */
export function explainMissing(media: SyncInput['media'], warning: Warning): Warning {
  const why = warning.reference === undefined ? null : media.failure(warning.reference);
  return why === null ? warning : { ...warning, why };
}
