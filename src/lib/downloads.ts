/**
 * Kinds of the files that content brings, in the order of /Downloads: forms first, what only repeats others last. Each is
 * a segment of its pages' addresses.
 */
export const DOWNLOAD_KINDS = ['forms', 'events', 'news', 'calendar', 'notices', 'highlights'] as const;
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number];
