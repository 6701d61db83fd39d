/** Of a heading, for links to it: `Fee breakup` gives `fee-breakup`. */
export const slugOf = (heading: string): string => heading.toLowerCase().replace(/[^a-z]+/g, '-');
