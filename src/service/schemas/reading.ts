/** What reading an item needs and gives. */
import type { Media } from '../../types/entities.ts';

/** The world around an item while it is read. */
export interface ReadingContext {
  /** The school's time zone. */
  readonly zone: string;
  /** What a media reference is published as. */
  media(reference: string): Media;
  /** Rich text reduced to its harmless part. */
  sanitise(html: string): string;
}

export type Reading<Entity> =
  | { readonly kind: 'entity'; readonly entity: Entity }
  /** It is named in the report. */
  | { readonly kind: 'unreadable'; readonly why: string }
  /** It belongs elsewhere and is nobody's mistake: an album of another category. */
  | { readonly kind: 'hidden' };

/** Reads one item (a JSON object) that has the identity `id`. */
export type ItemReader<Entity> = (item: object, id: string, context: ReadingContext) => Reading<Entity>;

/** The first reference's media, or null without one. */
export function firstMedia(references: readonly string[], context: ReadingContext): Media | null {
  const first = references[0];
  return first === undefined ? null : context.media(first);
}

/** Every reference's media, in order. */
export function allMedia(references: readonly string[], context: ReadingContext): Media[] {
  return references.map((reference) => context.media(reference));
}

/** An item of which nothing could be shown. */
export function nothingToShow(what: string): { readonly kind: 'unreadable'; readonly why: string } {
  return { kind: 'unreadable', why: `it has no ${what} to show` };
}
