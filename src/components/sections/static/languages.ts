import { langOf } from '../../../lib/text.ts';

/** What stands between tags of blocks is text with inline elements, each closed before the next block. */
const BLOCK = /(<\/?(?:p|div|blockquote|h[34]|ul|ol|li|hr|table|caption|thead|tbody|tr|th|td)\b[^>]*>)/;
/** Blocks that hold no other block, which would have their language. */
const OF_TEXT = /^<(?:p|h3|h4|caption)>$/;

/** A sanitised message in which each text of another language says which one it is. */
export function languagesIn(html: string): string {
  const parts = html.split(BLOCK);
  for (let at = 0; at < parts.length; at += 2) {
    const [before = '', text = ''] = [parts[at - 1], parts[at]];
    const lang = langOf(text.replace(/<[^>]*>/g, ''));
    if (!lang) continue;
    if (OF_TEXT.test(before)) parts[at - 1] = before.replace('>', ` lang="${lang}">`);
    else parts[at] = `<span lang="${lang}">${text}</span>`;
  }
  return parts.join('');
}
