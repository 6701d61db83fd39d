/** Levels of arrays and objects in a body; no call needs more, and a deeper one cannot be turned into text again. */
const DEEPEST = 32;

/** Whether JSON is nested more deeply than any call needs. One pass, whatever it holds: anybody may send it. */
export function isNestedTooDeeply(json: string): boolean {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < json.length; at += 1) {
    const mark = json[at];
    if (mark === '"') isString = !isString;
    else if (isString && mark === '\\') at += 1;
    else if (!isString && (mark === '[' || mark === '{')) depth += 1;
    else if (!isString && (mark === ']' || mark === '}')) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
