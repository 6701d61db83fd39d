/** Kinds of files that content brings, as segments of addresses, in the order of /Downloads: what only repeats others last. */
export const DOWNLOAD_KINDS = ['forms', 'events', 'news', 'calendar', 'notices', 'highlights'] as const;
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number];
