/** Where a form's draft lies: in the tab's own storage, gone with the tab. */
function key(form: string): string {
  return `draft:${form}`;
}

/** Keeps what was typed for the case of a reload; blank fields are left out. Storage that is full or forbidden is no failure. */
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

/** What was typed before a reload, by field name. */
export function readDraft(form: string): ReadonlyMap<string, string> {
  try {
    const typed = JSON.parse(sessionStorage.getItem(key(form)) ?? '[]') as unknown;
    return new Map(Array.isArray(typed) ? typed.filter(isPair) : []);
  } catch {
    return new Map();
  }
}
