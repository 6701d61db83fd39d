/** Kinds of the files that content brings, in the order of /Downloads; each is a segment of its pages' addresses. */
export const DOWNLOAD_KINDS = ['forms', 'notices', 'highlights', 'news', 'events', 'calendar'] as const;
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number];
