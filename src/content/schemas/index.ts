import type { z } from 'zod';
import { forms } from './forms.ts';
import { home } from './home.ts';
import { site } from './site.ts';

/** The schema of each file of `src/content`, by its name without the ending. */
export const schemas = { forms, home, site } as const;

export type WordsName = keyof typeof schemas;

/** What a page gets from `import words from '../content/{name}.yaml'`. */
export type Words<Name extends WordsName> = z.infer<(typeof schemas)[Name]>;
