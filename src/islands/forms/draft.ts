/** Key of a form's draft in `sessionStorage`, which ends with the tab. */
function key(form: string): string {
  return `draft:${form}`;
}

/** Saves what was typed, without blank fields; storage that is full or forbidden is ignored. */
export function keepDraft(form: string, values: ReadonlyMap<string, string>): void {
  try {
    const typed = [...values].filter(([, value]) => value !== '');
    if (typed.length === 0) sessionStorage.removeItem(key(form));
    else sessionStorage.setItem(key(form), JSON.stringify(typed));
  } catch {
    // The form works without its draft.
  }
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}

/** The saved draft, by field name; empty when there is none, or it is damaged. */
export function readDraft(form: string): ReadonlyMap<string, string> {
  try {
    const typed = JSON.parse(sessionStorage.getItem(key(form)) ?? '[]') as unknown;
    return new Map(Array.isArray(typed) ? typed.filter(isPair) : []);
  } catch {
    return new Map();
  }
}
