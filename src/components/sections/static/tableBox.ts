/** The attributes of a box in which a table scrolls by itself, in the keyboard's reach. */
export function tableBox(label: string) {
  return { class: 'wide', role: 'group', 'aria-label': label, tabindex: 0 } as const;
}

const START = Object.entries(tableBox('Table')).map(([name, value]) => `${name}="${value}"`);

/** Gives a box to each table without attributes, as Markdown and sanitised messages have them. */
export function withTableBoxes(html: string): string {
  return html.replaceAll('<table>', `<div ${START.join(' ')}><table>`).replaceAll('</table>', '</table></div>');
}
