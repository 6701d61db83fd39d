/** Where `astro dev` gets its reader: command and pages are loaded by different module systems, which share no module's state. */
const PORT = Symbol.for('school-website.dev-reader');

export function offerDevReader(makeReader: () => unknown): void {
  Reflect.set(globalThis, PORT, makeReader);
}

/** What the command offered. Throws when nothing was: the page is not rendered by one of the project's commands. */
export function takeDevReader(): unknown {
  const makeReader: unknown = Reflect.get(globalThis, PORT);
  if (typeof makeReader !== 'function') throw new Error('There is no content to render from. Start the site with "npm run dev".');
  return makeReader();
}
