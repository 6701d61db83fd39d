/** Texts of kept releases without the links to files that were withdrawn. A picture's place has a drawing instead. */

/** Without what names a file of these groups (`/files/{id}/`): a link of a page with the small print behind it, an entry of JSON. Null for a text that names none. */
export function unlinked(groups: readonly string[]): (path: string, bytes: Uint8Array) => Uint8Array | null {
  const gone = groups.filter((group) => group.startsWith('/files/'));
  const isGone = (address: unknown) => typeof address === 'string' && gone.some((group) => address.startsWith(group));
  const isEntry = (value: unknown) => typeof value === 'object' && value !== null && Object.values(value).some(isGone);

  function withoutEntries(value: unknown): unknown {
    if (Array.isArray(value)) return value.filter((entry) => !isEntry(entry)).map(withoutEntries);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isEntry(one) ? null : withoutEntries(one)]));
  }

  return (path, bytes) => {
    const text = Buffer.from(bytes).toString();
    if (!gone.some((group) => text.includes(group))) return null;
    const without = path.endsWith('.json')
      ? JSON.stringify(withoutEntries(JSON.parse(text)))
      : text.replace(/<a\s([^>]*)>.*?<\/a>(?:\s*<small[^>]*>[^<]*<\/small>)?/gs, (link, attributes: string) =>
          isGone(/(?:^|\s)href="([^"]*)"/.exec(attributes)?.[1]) ? '' : link,
        );
    return Buffer.from(without);
  };
}
