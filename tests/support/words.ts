import { wordFiles } from '../../src/content/plugin.ts';
import { readWords } from '../../src/content/read.ts';

const read = readWords(await wordFiles());
if (!read.ok) throw new Error(read.message);

/** The words of the static pages, as the pages get them. */
export const words = read.value;
