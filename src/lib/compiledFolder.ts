/** The folder of a compiled version of the site, as rendering and shared state know it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Path of the list of its scripts and files, which is written last. */
export const assetsFile = (folder: string) => join(folder, 'assets.json');

export const isCompiled = (folder: string) => existsSync(assetsFile(folder));
