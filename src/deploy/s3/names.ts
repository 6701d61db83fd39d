/** Names of a release's files as objects of a bucket. */
const KEPT_NAMES: readonly string[] = ['index.html', '404.html'];

/** Name of a file's object: `Events.html` → `Events`. Home and the 404 page keep their ending, as hosts look for it. */
export function keyOf(path: string): string {
  return KEPT_NAMES.includes(path) ? path : path.replace(/\.html$/, '');
}

/** The file of an object: `News/2025-03` → `News/2025-03.html`. */
export function pathOf(key: string): string {
  return /\.[^/]*$/.test(key) ? key : `${key}.html`;
}
