import type { Link } from '../../content/schemas/fields.ts';

/**
 * Attributes of a link: `aria-current` where it leads to the page that prints it (`path`), or to the list that the page is
 * a part of; `rel` where it leads away.
 * A function and no component, because the shell of every page holds forty links.
 */
export function anchor({ href }: Link, path = '') {
  const isPart = path.startsWith(`${href}/`);
  return {
    href,
    'aria-current': href === path ? ('page' as const) : isPart ? ('true' as const) : undefined,
    rel: /^https?:/.test(href) ? 'noopener' : undefined,
  };
}
