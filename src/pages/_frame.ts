import type { AstroGlobal } from 'astro';
import site from '../content/site.yaml';
import type { Crumb, Frame, SiteFacts } from '../types/site.ts';

const facts: SiteFacts = { ...site, schoolCode: import.meta.env.SCHOOL_CODE };

/** What the layout needs on every page: the school's facts, the marquee and the page's own address. */
export function frame({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>): Frame {
  return {
    facts,
    marquee: locals.reader.marquee(),
    path: url.pathname.replace(/\.html$|\/$/, '') || '/',
    siteUrl: import.meta.env.SITE_URL,
  };
}

/** The breadcrumb of a page right below home. */
export function trail(label: string): Crumb[] {
  return [{ label: 'Home', href: '/' }, { label }];
}
