/** Number of insertions, deletions, substitutions and swaps of neighbours between two texts (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1;
      const steps = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + differs];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push((before[j - 2] ?? 0) + 1);
      next.push(Math.min(...steps));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The nearest known name; undefined of one that is known itself or like none. `most`: how many slips are taken for one. */
export function nearestName(text: string, known: Iterable<string>, most = ({ length }: string) => (length < 5 ? 1 : 2)) {
  let nearest: { readonly name: string; readonly slips: number } | undefined;
  for (const name of known) {
    if (name === text) return undefined;
    const [one, other] = [text.toLowerCase(), name.toLowerCase()];
    // Each character more is a slip; to count them all takes a time that is the product of both lengths.
    if (Math.abs(one.length - other.length) > most(name)) continue;
    const slips = editDistance(one, other);
    if (slips <= most(name) && slips < (nearest?.slips ?? Number.POSITIVE_INFINITY)) nearest = { name, slips };
  }
  return nearest?.name;
}
