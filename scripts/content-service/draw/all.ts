/** Draws every sample picture and PDF again: `node scripts/content-service/draw/all.ts`. Takes some minutes. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCirculars } from './circulars.ts';
import { writeDocuments } from './documents.ts';
import { drawPages } from './pages.ts';
import { drawPhotos } from './photos.ts';

const service = dirname(dirname(fileURLToPath(import.meta.url)));
const publicFolder = join(dirname(dirname(service)), 'public');
const media = join(service, 'content', 'media');

await drawPages(join(publicFolder, 'pictures'));
await writeDocuments(join(publicFolder, 'documents'));
await drawPhotos(media);
await writeCirculars(media);
