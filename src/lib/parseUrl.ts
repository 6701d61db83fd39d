/** `URL.parse`, which browsers of 2022 do not have: an absolute address, or null. */
export function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
