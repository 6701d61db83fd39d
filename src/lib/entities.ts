const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Markup's text as it is read: with the characters that its references stand for. */
export function withoutEntities(markup: string): string {
  if (!markup.includes('&')) return markup;
  return markup.replace(/&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|(amp|lt|gt|quot|apos|nbsp));/g, (_, decimal, hex, name) =>
    name ? (NAMED[name] ?? '') : String.fromCodePoint(Math.min(Number.parseInt(hex ?? decimal, hex ? 16 : 10), 0x10ffff)),
  );
}
