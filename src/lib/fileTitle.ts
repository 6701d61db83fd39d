/** A name as people write it: `book-list-2026-27.pdf` as "Book list 2026-27". */
export function titleOfFile(name: string): string {
  const words = name.replace(/\.\w{1,5}$/, '').replace(/_/g, ' ');
  const bare = words.replace(/(\d-\d)|-+/g, (_, years?: string) => years ?? ' ').trim();
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

/** The title of a file whose name says what is in it, by two words or more; null of `IMG_20251018.pdf` or `notice.pdf`. */
export function tellingTitle(name: string): string | null {
  const title = titleOfFile(name);
  return (title.match(/\p{L}{3,}/gu) ?? []).length > 1 ? title : null;
}
