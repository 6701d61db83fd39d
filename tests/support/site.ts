import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { linksOf } from './published.ts';

declare module 'vitest' {
  interface ProvidedContext {
    builtSite: string;
  }
}

/** The folder of the sample site as it is published. For tests of the project `site`, whose set-up builds it. */
export function builtSite(): string {
  return inject('builtSite');
}

/** The document at an address of the sample site. */
export const publishedPage = (path: string) => readFile(join(builtSite(), path === '/' ? 'index.html' : `${path}.html`), 'utf8');

/** Expects a link with this label and target in a document. */
export function expectLink(html: string, [label, href]: readonly [string | RegExp, string]): void {
  const found = linksOf(html).filter((link) => link.href === href);
  expect(found, `a link to ${href}`).not.toEqual([]);
  const fits = (text: string) => (typeof label === 'string' ? text === label : label.test(text));
  expect(
    found.some((link) => fits(link.label)),
    `the link to ${href} reads ${label}, not ${found.map((link) => link.label).join(', ')}`,
  ).toBe(true);
}
