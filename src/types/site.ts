/** Site-wide facts: one file in `src/content` holds them, every page shows them. */

export interface Link {
  readonly label: string;
  readonly href: string;
}

export interface SiteFacts {
  /** Full name of the school. */
  readonly name: string;
  /** One line under the name. */
  readonly motto: string;
  /** Without the place. */
  readonly shortName: string;
  readonly schoolCode: string;
  /** Address, one line an element. */
  readonly address: readonly string[];
  /** When the office is open, one line an element. */
  readonly officeHours: readonly string[];
  readonly phones: readonly [string, string];
  readonly emails: readonly [string, string];
  readonly map: { readonly link: string; readonly embed: string };
  readonly campusLogo: Link;
  readonly alumniForm: Link;
  readonly feePayment: Link;
  readonly erpLogin: Link;
  readonly appStores: readonly Link[];
  readonly socials: readonly Link[];
  /** The three social embeds of the home page: page feed, photo feed, video. Loaded only on a click. */
  readonly embeds: readonly {
    readonly kind: 'page' | 'photos' | 'video';
    readonly title: string;
    readonly embed: string;
    readonly link: string;
  }[];
}

/** What every page hands to the layout. */
export interface Frame {
  readonly facts: SiteFacts;
  readonly marquee: { readonly items: readonly import('./entities.ts').Highlight[]; readonly total: number };
  /** The page's canonical path: `/News`. */
  readonly path: string;
  /** Public origin without a trailing slash. */
  readonly siteUrl: string;
}

export interface Crumb {
  readonly label: string;
  /** Absent for the page itself. */
  readonly href?: string;
}
