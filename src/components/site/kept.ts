/** Markup by what it was made of; it goes when that goes. */
const markup = new WeakMap<object, Map<string, Promise<string>>>();

/**
 * What `render` gives, rendered once for each `of` and `and`. For what stands on every page.
 */
export function kept(of: object, and: string, render: () => Promise<string>): Promise<string> {
  const known = markup.get(of) ?? new Map<string, Promise<string>>();
  markup.set(of, known);
  const html = known.get(and) ?? render();
  known.set(and, html);
  return html;
}
