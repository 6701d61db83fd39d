/** A function that shows epoch milliseconds as date and time of a zone: `21 Nov 2026, 17:32`. */
export function momentsIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short', hour12: false });
  return (at) => format.format(at);
}
