import { isScalar, type LineCounter } from 'yaml';
import { shorten } from './shorten.ts';

/** What a person wrote as part of a text: a comment of YAML has a blank after its #. */
const WRITTEN = /^[\p{L}\p{N}]/u;

/** Says of a node of YAML, in a sentence without its full stop, that a part of its text is taken for a comment; null: none is. */
export function whyLost(node: unknown, lines: LineCounter): string | null {
  if (!isScalar(node) || node.type !== 'PLAIN' || !WRITTEN.test(node.comment ?? '')) return null;
  const { line } = lines.linePos(node.range?.[1] ?? 0);
  return `"#${shorten(node.comment ?? '', 40)}" in line ${line} is taken for a comment: put the whole text in quotes`;
}
