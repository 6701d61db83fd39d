import type { Link } from '../../content/schemas/fields.ts';
import type { SiteFacts } from '../../content/words.ts';

/** An entry of the navigation "Main": a group that opens, or a link of its own. */
export type MenuEntry = { readonly label: string; readonly links: readonly Link[] } | Link;

/** The navigation in the specification's order, with its group names. */
export function menuOf(facts: SiteFacts): readonly MenuEntry[] {
  return [
    {
      label: 'About Us',
      links: [
        { label: "Principal's Message", href: '/PrincipalMessage' },
        { label: 'Vision & Mission', href: '/VisionMission' },
        { label: 'Hill Top Family', href: '/HillTopFamily' },
      ],
    },
    {
      label: 'Students',
      links: [
        { label: 'Facilities', href: '/Facility' },
        { label: 'Code for Students', href: '/CodeStudents' },
        { label: 'Student Council', href: '/StudentCouncil' },
        { label: 'Exam Pattern', href: '/Exam' },
        { label: 'Attendance', href: '/Attendance' },
        { label: 'Withdrawals', href: '/Withdrawals' },
      ],
    },
    {
      label: 'Results',
      links: [
        { label: 'ICSE Result', href: '/Toppers' },
        { label: 'ISC Result', href: '/ToppersXII' },
      ],
    },
    {
      label: 'Activity',
      links: [
        { label: 'News', href: '/News' },
        { label: 'Events', href: '/Events' },
        { label: 'Club', href: '/Club' },
        { label: 'Calendar', href: '/Calendar' },
        { label: 'Teacher Blog', href: '/TeacherBlog' },
        { label: 'Student Blog', href: '/StudentBlog' },
        { label: 'Reflections', href: '/Reflections' },
      ],
    },
    {
      label: 'Gallery',
      links: [
        { label: 'Photo Gallery', href: '/Gallery' },
        { label: 'Video Gallery', href: '/VideoGallery' },
        { label: 'Magazine', href: '/Magazine' },
      ],
    },
    {
      label: 'Policies',
      links: [
        { label: 'Code of Conduct', href: '/CodeConduct' },
        { label: 'Fees Policy', href: '/Fees' },
      ],
    },
    facts.alumniForm,
    { label: 'Careers', href: '/Careers' },
    {
      label: 'Contact Us',
      links: [
        { label: 'Contact Us', href: '/ContactUs' },
        { label: 'Suggestion', href: '/Suggestion' },
      ],
    },
  ];
}

/** What parents come for, one press away beside the menu. */
export const QUICK_LINKS: readonly Link[] = [
  { label: 'Admission', href: '/Admission' },
  { label: 'Fees', href: '/Fees' },
  { label: 'Calendar', href: '/Calendar' },
  { label: 'Certificate', href: '/Tc' },
];

export const SEARCH_LINK: Link = { label: 'Search', href: '/Search' };

/** Sections of pages that no menu group links to. */
const OTHER_SECTIONS: Readonly<Record<string, string>> = { '/SubGallery': 'gallery', '/About': 'about' };

/** The menu group that a page belongs to, as a lower-case word: `gallery` for `/SubGallery/x`. Undefined: none. */
export function sectionOf(path: string, facts: SiteFacts): string | undefined {
  const base = /^\/[^/]*/.exec(path)?.[0] ?? '';
  const group = menuOf(facts).find((entry) => 'links' in entry && entry.links.some(({ href }) => href === base));
  return OTHER_SECTIONS[base] ?? group?.label.split(' ')[0]?.toLowerCase();
}

const linked = new WeakMap<SiteFacts, ReadonlySet<string>>();

/** Whether the header has a link to `path`, and so is printed with `aria-current` there. */
export function isInHeader(path: string, facts: SiteFacts): boolean {
  let paths = linked.get(facts);
  if (!paths) {
    const links = menuOf(facts).flatMap((entry) => ('links' in entry ? entry.links : [entry]));
    paths = new Set([...QUICK_LINKS, SEARCH_LINK, ...links].map(({ href }) => href));
    linked.set(facts, paths);
  }
  return paths.has(path);
}
