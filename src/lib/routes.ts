import { editDistance } from './nearestName.ts';

/** The public routes of the specification in their exact spelling, and this site's own ones. */
export const ROUTES = [
  '/',
  '/Events',
  '/Gallery',
  '/SubGallery',
  '/Toppers',
  '/ToppersXII',
  '/Tc',
  '/Pphelp',
  '/ErpSoftware',
  '/PrincipalMessage',
  '/News',
  '/VideoGallery',
  '/VisionMission',
  '/CodeStudents',
  '/Attendance',
  '/CodeConduct',
  '/Exam',
  '/Facility',
  '/Fees',
  '/Withdrawals',
  '/StudentCouncil',
  '/HillTopFamily',
  '/StudentBlog',
  '/TeacherBlog',
  '/Admission',
  '/ContactUs',
  '/Careers',
  '/Calendar',
  '/Club',
  '/Reflections',
  '/About',
  '/Suggestion',
  '/Magazine',
  '/Search',
  '/Downloads',
  '/Privacy',
] as const;

export const OTHER_NAMES: Readonly<Record<string, string>> = { '/Home': '/', '/home': '/', '/index': '/', '/index.html': '/' };

/** Addresses that the worker answers by program. One that ends in a slash stands for everything below it. */
export const DYNAMIC = ['/api/', '/hooks/', '/desk', '/desk/', '/healthz', '/readyz', '/metrics'] as const;

/** An address without slashes at its end, but for the first. No pattern: one would try each slash of a long row of them. */
function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** An address whose first segment is a page in another case (`/news/2025-03`), put right; null: no page, or right already. */
export function rightCase(path: string, pages: readonly string[]): string | null {
  const trimmed = withoutLastSlashes(path);
  const second = trimmed.indexOf('/', 1);
  const [first, rest] = second === -1 ? [trimmed, ''] : [trimmed.slice(0, second), trimmed.slice(second)];
  const page = pages.find((route) => route.toLowerCase() === first.toLowerCase());
  return page === undefined || page === first ? null : page + rest;
}

/** Words of addresses that people type, with or without an s at their end, and the page that they mean. */
const TYPED: Readonly<Record<string, string>> = {
  results: '/Toppers',
  photos: '/Gallery',
  videos: '/VideoGallery',
  jobs: '/Careers',
  staff: '/HillTopFamily',
  teachers: '/HillTopFamily',
  principal: '/PrincipalMessage',
  holidays: '/Calendar',
  rules: '/CodeStudents',
  certificate: '/Tc',
};

/** The page that an address which nothing answers is most like (`/contact` → `/ContactUs`, `/Admissions` → `/Admission`); null when none is. */
export function likelyPage(path: string, pages: readonly string[]): string | null {
  const [, typed = ''] = /^\/([^/.]{3,40})/.exec(path.toLowerCase().replace(/[-_]/g, '')) ?? [];
  if (typed === '') return null;
  const named = pages.filter((page) => page.length > 1).map((page) => ({ page, name: page.slice(1).toLowerCase() }));
  const begins = named.find(({ name }) => name.startsWith(typed) || (name.length > 3 && typed.startsWith(name)));
  const far = Math.floor(typed.length / 3);
  const near = named.find(({ name }) => editDistance(name, typed) <= far);
  const word = Object.hasOwn(TYPED, typed) ? typed : `${typed}s`;
  return TYPED[word] ?? (begins ?? near)?.page ?? null;
}

/** The right address for one in another case, with slashes at its end or under another name; null when it is right already. */
export function correctedPath(path: string, pages: readonly string[]): string | null {
  const trimmed = withoutLastSlashes(path);
  const corrected = OTHER_NAMES[trimmed] ?? rightCase(trimmed, pages) ?? trimmed;
  return corrected === path || corrected === '' ? null : corrected;
}
