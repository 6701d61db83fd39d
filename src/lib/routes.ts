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
const FURTHER = ['/Highlights', '/Notifications', '/Registrations'] as const;

/** Every page with an address of its own, home first. */
export const PAGES: readonly string[] = [...ROUTES, ...FURTHER];

/** Pages that have further ones below them: `/News/2025-03`, `/SubGallery/abc/2`. */
export const WITH_PAGES_BELOW: readonly string[] = [
  '/Events',
  '/Gallery',
  '/SubGallery',
  '/Toppers',
  '/ToppersXII',
  '/PrincipalMessage',
  '/News',
  '/VideoGallery',
  '/Calendar',
  ...FURTHER,
];

/** Addresses that people and old links use for a page, and where they lead. */
export const OTHER_NAMES: Readonly<Record<string, string>> = { '/Home': '/', '/home': '/', '/index': '/', '/index.html': '/' };

/**
 * The right spelling of an address whose first segment is a known page in another case (`/events` → `/Events`,
 * `/news/2025-03` → `/News/2025-03`); null when there is no such page or the spelling is right already.
 */
export function rightCase(path: string): string | null {
  const [, first = '', rest = ''] = /^(\/[^/]*)(.*?)\/*$/.exec(path) ?? [];
  const page = PAGES.find((route) => route.toLowerCase() === first.toLowerCase());
  return page === undefined || page === first ? null : page + rest;
}
