import { fail } from '../lib/result.ts';
import { type PictureAnswer, transformApart } from './apart.ts';

/** Bytes of a crest or a drawing; more is a traced photograph. */
const MOST_BYTES = 1024 * 1024;
const SECONDS = 5;
/** Entities multiply text, and each step of a filter holds a picture of its own. */
const REFUSED = /<!ENTITY|<filter[\s>/]/i;

/** The variants of an SVG, drawn at the size that it gives itself. */
export async function transformSvg(source: Buffer): Promise<PictureAnswer> {
  if (source.length > MOST_BYTES) return fail('too-large', `it is an SVG of more than ${MOST_BYTES / 1024} kB; save it as PNG`);
  if (REFUSED.test(source.toString('utf8'))) return fail('unreadable', 'it is an SVG with filters or entities; save it as PNG');
  return transformApart(source, 'an SVG', SECONDS);
}
