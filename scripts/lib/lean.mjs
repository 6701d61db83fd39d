/**
 * Options of Node for the worker, which runs for months beside other programs: it trades a little speed for a heap that
 * grows slowly, and clears away what it read of uploads every few megabytes.
 * Semi-spaces of 4 MB in place of 16, measured in turns: 175 MB resident in place of 210 to 235 at 100 items a collection, 215 to
 * 225 in place of 250 to 265 at 10,000; publishes there take up to a tenth longer, and a tenth fewer submissions a second are taken.
 * Bytes outside the heap count as part of it: counted by themselves, as they are without the last option, they begin
 * collections of the whole heap, at 50,000 items two a publish.
 */
export const LOW_MEMORY_OPTIONS = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=50',
  '--external-memory-accounted-in-global-limit',
];
