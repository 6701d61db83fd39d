import { z } from 'zod';
import { about } from './about.ts';
import { admission } from './admission.ts';
import { blog } from './blog.ts';
import { council } from './council.ts';
import { document } from './document.ts';
import { downloads } from './downloads.ts';
import { erp } from './erp.ts';
import { exam } from './exam.ts';
import { facility } from './facility.ts';
import { facts } from './facts.ts';
import { family } from './family.ts';
import { forms } from './forms.ts';
import { home } from './home.ts';
import { leaders } from './leaders.ts';
import { menu } from './menu.ts';
import { pphelp } from './pphelp.ts';
import { calendar, club, magazine, reflections } from './reading.ts';
import { search } from './search.ts';
import { site } from './site.ts';
import { vision } from './vision.ts';

/** The schema of each file of `src/content`, by its name without the ending; of a folder, by those of its files. Of a Markdown file: of its frontmatter. */
export const schema = z.strictObject({
  about,
  admission,
  attendance: document,
  calendar,
  club,
  'code-conduct': document,
  'code-students': document,
  council,
  downloads,
  erp,
  exam,
  facility,
  facts,
  family,
  fees: document,
  forms,
  home,
  magazine,
  menu,
  pphelp,
  privacy: document,
  'principal-message': leaders,
  reflections,
  search,
  site,
  'student-blog': blog,
  'teacher-blog': blog,
  vision,
  withdrawals: document,
});

/** The words of the static pages, by file: what a page gets from `import words from 'virtual:words'`. */
export type Words = z.output<typeof schema>;
