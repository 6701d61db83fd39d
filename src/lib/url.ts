/** A percent-encoded text as what it stands for; null when it is malformed. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** `URL.parse`, which browsers of 2022 do not have: an absolute address, or null. */
export function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
