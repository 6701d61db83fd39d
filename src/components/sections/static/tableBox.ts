/** Attributes of a scrolling region around a table, with a name and keyboard focus. */
export function tableBox(label: string) {
  return { class: 'wide', role: 'group', 'aria-label': label, tabindex: 0 } as const;
}

const START = Object.entries(tableBox('Table')).map(([name, value]) => `${name}="${value}"`);

/** Wraps each table without attributes, as Markdown and sanitised messages have them. */
export function withTableBoxes(html: string): string {
  return html.replaceAll('<table>', `<div ${START.join(' ')}><table>`).replaceAll('</table>', '</table></div>');
}
