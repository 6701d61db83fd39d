/**
 * Kinds of the files that content brings, in the order of /Downloads: circulars first, what only repeats them last. Each is
 * a segment of its pages' addresses.
 */
export const DOWNLOAD_KINDS = ['news', 'forms', 'events', 'calendar', 'notices', 'highlights'] as const;
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number];
