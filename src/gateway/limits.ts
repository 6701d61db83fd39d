/** Limits of the gateway. Sizes in bytes. */

/** A JSON or urlencoded body; all text fields of a multipart body. */
export const LARGEST_TEXT = 64 * 1024;
/** An application is read up to here, kept or not: a browser that is cut off while it sends shows no answer. */
export const LARGEST_UPLOAD = 32 * 1024 * 1024;
export const MOST_PARTS = 32;
/** The headers of a part: a name, a file's name and a type. */
export const LONGEST_HEAD = 4096;
/**
 * Milliseconds for which a sender is waited for: between two chunks, for a whole text, and in all for an upload, to which
 * each byte that came adds one, as the poorest phone sends more than a kilobyte a second.
 */
export const SENDER_PATIENCE = 60_000;
/** Bytes taken from a sender before earlier ones are processed; a chunk of a socket may be larger. */
export const READ_AHEAD = 16 * 1024;

/** The content service's answers. */
export const LARGEST_CERTIFICATE_ANSWER = 64 * 1024;
export const LARGEST_ALBUM = 2 * 1024 * 1024;
export const LARGEST_IMAGE = 32 * 1024 * 1024;
/** Characters of a media reference or an identity. */
export const LONGEST_REFERENCE = 1024;

/** Submissions being read or forwarded at once, so that sockets do not run out. */
export const MOST_SUBMISSIONS = 1024;
/** Uploads being read and forwarded at once: enough to fill a line, few enough that each gets through in time. */
export const UPLOADS_AT_ONCE = 4;
/** Bytes that uploads hold together, beside those that are being forwarded. */
export const UPLOADS_HELD = 64 * 1024 * 1024;
/** Reading calls let through for each submission: a page of pictures asks more often than a person writes. */
export const READS_PER_SUBMISSION = 20;
/** Milliseconds for the content service's whole answer. */
export const SERVICE_TIMEOUT = 10_000;

/**
 * Options of the `node:http` server before the gateway: uploads over a poor line have as long as the browser gives them,
 * and an idle connection outlives those of a proxy (60 s), which would otherwise send a call into one that closes.
 */
export const SERVER_OPTIONS = { highWaterMark: READ_AHEAD, requestTimeout: 15 * 60_000, keepAliveTimeout: 75_000 } as const;
