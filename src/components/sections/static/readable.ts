import { TOGETHER } from '../../../cards/Text.tsx';
import { langOf } from '../../../lib/text.ts';

/** Of a heading, for links to it: `Fee breakup` gives `fee-breakup`. */
export const slugOf = (heading: string): string => heading.toLowerCase().replace(/[^a-z]+/g, '-');

/** Attributes of a scrolling region around a table, with a name and keyboard focus. */
export function tableBox(label: string) {
  return { class: 'wide', role: 'group', 'aria-label': label, tabindex: 0 } as const;
}

/** Letters of the widest cells of all columns that a phone's width holds without narrow columns. */
const ROOM = 80;
/** Letters of a cell beyond which more than three columns are too many: as long as an hour. */
const SHORT = 8;

/** True for a table that would be cramped on a phone: there each row stands by itself, and its cells name their columns. */
export function foldsOnPhones(rows: readonly (readonly string[])[]): boolean {
  const [first = []] = rows;
  const widths = first.map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? '').length)));
  return (
    (first.length > 3 && widths.slice(1).some((width) => width > SHORT)) || widths.reduce((sum, width) => sum + width, 0) > ROOM
  );
}

const plain = (html: string) => html.replace(/<[^>]*>/g, '').trim();

/** The table, its cells naming their columns if it folds; of two columns the second needs no name. */
function folded(table: string): string {
  const columns = [...table.matchAll(/<th\b[^>]*>(.*?)<\/th>/gs)].map(([, name = '']) => plain(name));
  const rows = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)]
    .map(([, row = '']) => [...row.matchAll(/<td\b[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => plain(cell)))
    .filter((cells) => cells.length > 0);
  if (rows.some(({ length }) => length !== columns.length) || !foldsOnPhones(rows)) return table;
  let at = 0;
  return table.replace('<table>', '<table class="fold">').replace(/<td/g, (start) => {
    const column = at++ % columns.length;
    return column === 0 || columns.length === 2 ? start : `${start} data-column="${columns[column]?.replaceAll('"', '&quot;')}"`;
  });
}

const START = Object.entries(tableBox('Table')).map(([name, value]) => `${name}="${value}"`);

/** A telephone number's link as a whole: its style keeps it on one line, and what follows with it. */
const TAG_OR_TOGETHER = new RegExp(`<a class="phone"[^<]*</a>|<[^>]*>|${TOGETHER.source}`, 'gu');

/** The table with its cells that begin with an amount told apart, and itself if it has any. */
function withAmounts(table: string): string {
  const marked = table.replace(
    /<td>(Rs\. [\d,]+)( \([^<()]*\))?/g,
    (_, amount, rest) => `<td class="amount">${amount}${rest ? `<small>${rest}</small>` : ''}`,
  );
  return marked === table ? table : marked.replace('<table>', '<table class="amounts">');
}

/** The HTML of Markdown and of sanitised messages: each table in a box of its own, and what belongs together on one line. */
export function readable(html: string): string {
  return html
    .replace(/<table>.*?<\/table>/gs, (table) => withAmounts(folded(table)))
    .replace(TAG_OR_TOGETHER, (found) => (found.startsWith('<') ? found : `<span class="size">${found}</span>`))
    .replace(/<table\b[^>]*>/g, (start) => `<div ${START.join(' ')}>${start}`)
    .replaceAll('</table>', '</table></div>');
}

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
