/** Milliseconds that a download may take to read its address. */
const PATIENCE = 60_000;

/** Downloads `file` under `name`. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download reads the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), PATIENCE);
}
