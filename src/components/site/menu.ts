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

/** Pages that are not in the menu's groups, linked above the menu. */
export const TOP_LINKS: readonly Link[] = [
  { label: 'About', href: '/About' },
  { label: 'Admission', href: '/Admission' },
  { label: 'News', href: '/News' },
  { label: 'Events', href: '/Events' },
];

const linked = new WeakMap<SiteFacts, ReadonlySet<string>>();

/** Whether the header has a link to `path`, and so is printed with `aria-current` there. */
export function isInHeader(path: string, facts: SiteFacts): boolean {
  let paths = linked.get(facts);
  if (!paths) {
    const links = menuOf(facts).flatMap((entry) => ('links' in entry ? entry.links : [entry]));
    paths = new Set(['/', ...[...TOP_LINKS, ...links].map(({ href }) => href)]);
    linked.set(facts, paths);
  }
  return paths.has(path);
}
