/** The static pages by path, with the words that the search looks for. Loaded by the browser when somebody types. */
import { words } from '../content/words.ts';

const markdown = import.meta.glob<string>('../content/*.md', { eager: true, query: '?raw', import: 'default' });

interface PageWords {
  readonly title: string;
  readonly description: string;
}

/** Each page's words, the most telling ones first. */
const STATIC: Readonly<Record<string, PageWords>> = {
  '/About': words.about,
  '/Admission': words.admission,
  '/Attendance': words.attendance,
  '/Calendar': words.calendar,
  '/Careers': words.forms.careers,
  '/Club': words.club,
  '/CodeConduct': words['code-conduct'],
  '/CodeStudents': words['code-students'],
  '/ContactUs': words.forms.contact,
  '/Downloads': words.downloads,
  '/ErpSoftware': words.erp,
  '/Exam': words.exam,
  '/Facility': words.facility,
  '/Fees': words.fees,
  '/HillTopFamily': words.family,
  '/Magazine': words.magazine,
  '/Pphelp': words.pphelp,
  '/Privacy': words.privacy,
  '/PrincipalMessage': words['principal-message'],
  '/Reflections': words.reflections,
  '/StudentBlog': words['student-blog'],
  '/StudentCouncil': words.council,
  '/Suggestion': words.forms.suggestion,
  '/Tc': words.forms.certificate,
  '/TeacherBlog': words['teacher-blog'],
  '/VisionMission': words.vision,
  '/Withdrawals': words.withdrawals,
};

/** Bodies of the Markdown pages, by the name of their file. */
const BODIES: Readonly<Record<string, string>> = {
  '/Attendance': 'attendance',
  '/CodeConduct': 'code-conduct',
  '/CodeStudents': 'code-students',
  '/Fees': 'fees',
  '/Withdrawals': 'withdrawals',
};

/** Titles of the static pages by path. */
export const PAGE_TITLES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(STATIC).map(([path, { title }]) => [path, title]),
);

/** Every text in words that is no address. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return /^(?:\/|[a-z]+:)\S*$/.test(value) ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function bodyOf(path: string): string {
  const text = markdown[`../content/${BODIES[path]}.md`] ?? '';
  return text
    .replace(/^---[\s\S]*?\n---/, '')
    .replace(/^#+ (.*)$/gm, '$1.')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/[*_]/g, '')
    .replace(/[#|[\]>-]+\s*/g, ' ');
}

/** A text as a sentence, so that a heading does not run into what follows it. */
const asSentence = (text: string) => (/[\p{L}\p{N})]$/u.test(text) ? `${text}.` : text);

function wordsOf(path: string, { title: _title, description: _description, ...rest }: PageWords): string {
  return [...textsOf(rest), bodyOf(path)].map(asSentence).join(' ').replace(/\s+/g, ' ').trim();
}

/** The words of the static pages by path, their title left out. */
export const PAGE_TEXTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(STATIC).map(([path, page]) => [path, wordsOf(path, page)]),
);
