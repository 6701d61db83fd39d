/** Kinds of the files that content brings, in the order of /Downloads: with a date first. Each is a segment of its pages' addresses. */
export const DOWNLOAD_KINDS = ['forms', 'news', 'events', 'calendar', 'notices', 'highlights'] as const;
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number];
