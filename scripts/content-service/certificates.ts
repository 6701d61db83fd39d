/** One name or number however it was typed: without case and without the spaces between words. */
function plain(value: unknown): string {
  return String(value ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** The certificate that was issued for this admission number to a student of this name, as an image reference; or null. */
export function certificateOf(register: readonly unknown[], admission: string, name: string): string | null {
  for (const entry of register) {
    const { admission: number, name: holder, image } = Object(entry) as Record<string, unknown>;
    if (plain(number) === plain(admission) && plain(holder) === plain(name) && typeof image === 'string') return image;
  }
  return null;
}
