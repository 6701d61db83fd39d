/**
 * Options of Node for the worker, which runs for months beside other programs: it trades a little speed for a heap that
 * grows slowly, and clears away what it read of uploads every few megabytes.
 * Bytes outside the heap count as part of it: counted by themselves, as they are without the last option, they begin
 * collections of the whole heap, at 50,000 items two a publish.
 */
export const LOW_MEMORY_OPTIONS = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=50',
  '--scavenger-max-new-space-capacity-mb=4',
  '--external-memory-accounted-in-global-limit',
];
