/** One address of each template: what holds for it holds for every other page of its kind. */
export const TEMPLATES = [
  '/',
  '/News',
  '/Toppers',
  '/VideoGallery',
  '/Calendar/2026-11',
  '/SubGallery/annual-day-2025',
  '/Notifications',
  '/ContactUs',
  '/Tc',
  '/Fees',
  '/Exam',
  '/HillTopFamily',
  '/PrincipalMessage',
  '/Pphelp',
  '/StudentBlog',
  '/About',
] as const;
