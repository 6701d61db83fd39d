/** Writes `API.md` beside this file anew: `node scripts/content-service/writeApi.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPage } from './apiPage.ts';

const example = readFileSync(join(import.meta.dirname, 'example.mjs'), 'utf8');
writeFileSync(join(import.meta.dirname, 'API.md'), await apiPage(example));
