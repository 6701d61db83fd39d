const MONTH = /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/;

/** The day, or the days, with which a title begins, and what it says of them: `From 1 Dec: registration`. Null of another title. */
export function datedTitle(title: string): { readonly when: string; readonly what: string } | null {
  const at = title.indexOf(': ');
  const when = title.slice(0, Math.max(0, at));
  return MONTH.test(when) ? { when, what: title.slice(at + 2) } : null;
}
