import { type SharedMarkup, type Sheets, sharedMarkup } from './parts.ts';

/** Markup that pages share, by what it was made of; it goes when that goes. */
export class SharedMarkups {
  readonly #markups = new WeakMap<object, Map<string, Promise<SharedMarkup>>>();
  readonly #sheets: Sheets;

  constructor(sheets: Sheets) {
    this.#sheets = sheets;
  }

  /** What `render` gives, rendered once for each `of` and `and`. */
  get(of: object, and: string, render: () => Promise<string>): Promise<SharedMarkup> {
    const known = this.#markups.get(of) ?? new Map<string, Promise<SharedMarkup>>();
    this.#markups.set(of, known);
    const markup = known.get(and) ?? render().then((html) => sharedMarkup(html, this.#sheets));
    known.set(and, markup);
    return markup;
  }
}
