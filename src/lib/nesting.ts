/** Levels of arrays and objects in a body; no call needs more, and a deeper one cannot be turned into text again. */
const DEEPEST = 32;

/** Whether valid JSON is nested more deeply than any call needs. */
export function isNestedTooDeeply(json: string): boolean {
  let depth = 0;
  for (const [mark] of json.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '').matchAll(/[[\]{}]/g)) {
    depth += mark === '[' || mark === '{' ? 1 : -1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
