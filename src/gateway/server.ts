/** Bytes taken from a sender before those taken earlier are done with; a chunk of a socket may be larger. */
export const READ_AHEAD = 16 * 1024;

/**
 * For the `node:http` server before the gateway: uploads that wait for their turn stay with their senders, and one over
 * a poor line has as long as the browser gives it.
 */
export const SERVER_OPTIONS = { highWaterMark: READ_AHEAD, requestTimeout: 15 * 60_000 } as const;
