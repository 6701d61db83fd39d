/** Writes `API.md` and `openapi.json` beside this file anew: `node scripts/content-service/writeApi.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPage } from './apiPage.ts';
import { openApi } from './openApi.ts';

const example = readFileSync(join(import.meta.dirname, 'example.mjs'), 'utf8');
writeFileSync(join(import.meta.dirname, 'API.md'), await apiPage(example));
writeFileSync(join(import.meta.dirname, 'openapi.json'), await openApi());
