/** The public routes of the specification, in their exact spelling. */
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
] as const;

/** Further pages beside the specification's routes. */
const FURTHER = ['/Highlights', '/Notifications'] as const;

/**
 * The right spelling of an address whose first segment is a known page in another case (`/events` → `/Events`,
 * `/news/2025-03` → `/News/2025-03`); null when there is no such page or the spelling is right already.
 */
export function rightCase(path: string): string | null {
  const [, first = '', rest = ''] = /^(\/[^/]*)(.*?)\/*$/.exec(path) ?? [];
  const page = [...ROUTES, ...FURTHER].find((route) => route.toLowerCase() === first.toLowerCase());
  return page === undefined || page === first ? null : page + rest;
}
