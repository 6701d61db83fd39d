import { fileURLToPath } from 'node:url';

/** The folder of the built site. */
export async function builtSite(): Promise<{ readonly dir: string }> {
  return { dir: fileURLToPath(new URL('../../dist', import.meta.url)) };
}
