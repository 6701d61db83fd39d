import { TOGETHER } from '../../../cards/Unbroken.tsx';

/** Attributes of a scrolling region around a table, with a name and keyboard focus. */
export function tableBox(label: string) {
  return { class: 'wide', role: 'group', 'aria-label': label, tabindex: 0 } as const;
}

const START = Object.entries(tableBox('Table')).map(([name, value]) => `${name}="${value}"`);

const TAG_OR_TOGETHER = new RegExp(`<[^>]*>|${TOGETHER.source}`, 'gu');

/** The HTML of Markdown and of sanitised messages: each table in a box of its own, and what belongs together on one line. */
export function readable(html: string): string {
  return html
    .replaceAll('<td>Rs. ', '<td class="amount">Rs. ')
    .replace(TAG_OR_TOGETHER, (found) => (found.startsWith('<') ? found : `<span class="size">${found}</span>`))
    .replaceAll('<table>', `<div ${START.join(' ')}><table>`)
    .replaceAll('</table>', '</table></div>');
}
