/** One address of each page template: checking it covers the other pages of the template. */
export const TEMPLATES = [
  '/',
  '/News',
  '/Toppers',
  '/Calendar/2026-11',
  '/SubGallery/annual-day-2025',
  '/Notifications',
  '/Downloads',
  '/ContactUs',
  '/Tc',
  '/Fees',
  '/HillTopFamily',
  '/PrincipalMessage',
  '/Pphelp',
  '/StudentBlog',
  '/About',
] as const;
