/// <reference types="astro/client" />

/** Settings that reach pages; fixed when the site is compiled (astro.config.mjs). */
interface ImportMetaEnv {
  /** Every page with an address of its own. */
  readonly PAGES: readonly string[];
  /**
   * Each file of `public/documents` by its address: its bytes, its pages (0: not known), and the address of a picture of the
   * first one.
   */
  readonly DOCUMENTS: Readonly<Record<string, { readonly size: number; readonly pages: number; readonly sheet?: string }>>;
  readonly OFFLINE_PAGES: 'on' | 'off';
  readonly SITE_URL: string;
  readonly SCHOOL_CODE: string;
  readonly SCHOOL_TIME_ZONE: string;
  /** Empty: the site's own origin. */
  readonly PUBLIC_CONTENT_SERVICE_URL: string;
}

declare module 'virtual:words' {
  const words: import('./content/schemas/index.ts').Words;
  export default words;
}

declare namespace App {
  interface Locals {
    /** The reader of the render under way: every query asked through it is recorded in the page's trace. */
    reader: import('./snapshot/queries/index.ts').Reader;
    /**
     * Has `render` run once for all pages with the same `of` and `and`, and gives what stands in this page for the markup.
     */
    share: (of: object, and: string, render: () => Promise<string>) => Promise<string>;
  }
}
