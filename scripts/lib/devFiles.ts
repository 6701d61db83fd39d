import { readFile } from 'node:fs/promises';
import type { ViteUserConfig } from 'astro';
import { groupOf } from '../../src/lib/paths.ts';
import type { MediaStore } from '../../src/media/store.ts';
import type { Site } from '../../src/site/open.ts';

type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>;

const TYPES: Readonly<Record<string, string>> = { webp: 'image/webp', pdf: 'application/pdf', json: 'application/json' };

/** Serves under `astro dev` what a release holds beside the pages: pictures, files and data files. */
export function devFiles(preview: () => Awaited<ReturnType<Site['preview']>>, media: MediaStore): Plugin {
  const bytesOf = async (address: string): Promise<Uint8Array | string | null> => {
    const data = preview().dataFile(address);
    if (data !== null) return data;
    const group = groupOf(address);
    const files = group === null ? null : await media.resolveAssets(group);
    const file = files?.find(({ path }) => `/${path}` === address);
    return file ? readFile(file.source) : null;
  };
  return {
    name: 'dev-files',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const address = decodeURI(new URL(request.url ?? '/', 'http://localhost').pathname);
        const bytes = await bytesOf(address);
        if (bytes === null) return next();
        response.setHeader('content-type', TYPES[address.slice(address.lastIndexOf('.') + 1)] ?? 'application/octet-stream');
        response.end(bytes);
      });
    },
  };
}
