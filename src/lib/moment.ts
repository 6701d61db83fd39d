/** A moment as programs read it: ISO 8601 in UTC, to the second. */
export function isoMoment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** A function that shows epoch milliseconds as date and time of a zone, and names it: `21 Nov 2026, 17:32 IST`. */
export function momentsIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-IN', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  return (at) => format.format(at);
}
