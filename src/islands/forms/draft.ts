const keyOf = (form: string) => `draft:${form}`;

/** Saves what was typed until the tab ends, without blank fields; storage that is full or forbidden is ignored. */
export function keepDraft(form: string, values: ReadonlyMap<string, string>): void {
  try {
    const typed = [...values].filter(([, value]) => value !== '');
    if (typed.length === 0) sessionStorage.removeItem(keyOf(form));
    else sessionStorage.setItem(keyOf(form), JSON.stringify(typed));
  } catch {
    // The form works without its draft.
  }
}

/** The saved draft, by field name; empty when there is none, or it is damaged. */
export function readDraft(form: string): ReadonlyMap<string, unknown> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '[]'));
  } catch {
    return new Map();
  }
}
