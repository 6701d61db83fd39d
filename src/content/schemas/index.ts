import type { z } from 'zod';
import { about } from './about.ts';
import { admission } from './admission.ts';
import { blog } from './blog.ts';
import { council } from './council.ts';
import { document } from './document.ts';
import { erp } from './erp.ts';
import { exam } from './exam.ts';
import { facility } from './facility.ts';
import { family } from './family.ts';
import { forms } from './forms.ts';
import { home } from './home.ts';
import { leaders } from './leaders.ts';
import { pphelp } from './pphelp.ts';
import { calendar, comingSoon, magazine } from './reading.ts';
import { site } from './site.ts';
import { vision } from './vision.ts';

/** The schema of each file of `src/content`, by its name without the ending. */
export const schemas = {
  about,
  admission,
  attendance: document,
  calendar,
  club: comingSoon,
  'code-conduct': document,
  'code-students': document,
  council,
  erp,
  exam,
  facility,
  family,
  fees: document,
  forms,
  home,
  magazine,
  pphelp,
  'principal-message': leaders,
  reflections: comingSoon,
  site,
  'student-blog': blog,
  'teacher-blog': blog,
  vision,
  withdrawals: document,
} as const;

export type WordsName = keyof typeof schemas;

/** What a page gets from `import words from '../content/{name}.yaml'`. */
export type Words<Name extends WordsName> = z.infer<(typeof schemas)[Name]>;
