import { COLLECTION_NAMES } from '../collections/index.ts';
import type { Snapshot } from './types.ts';

function visit(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { kind, id, href } = value as { kind?: unknown; id?: unknown; href?: unknown };
  if (kind === 'image') found.add(`/media/${id}/`);
  else if (kind === 'file') found.add(String(href).replace(/[^/]+$/, ''));
  else for (const inner of Object.values(value)) visit(inner, found);
}

/** The groups of every picture and file that some item of the snapshot shows: `/media/{id}/`, `/files/{id}/`. */
export function mediaGroups(snapshot: Snapshot): Set<string> {
  const found = new Set<string>();
  for (const name of COLLECTION_NAMES) for (const row of snapshot.collection(name).rows) visit(row.entity, found);
  return found;
}
