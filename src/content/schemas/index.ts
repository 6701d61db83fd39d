import { z } from 'zod';
import { DOWNLOAD_KINDS } from '../../lib/downloads.ts';
import { recordOf } from '../../lib/recordOf.ts';
import { wholeName } from '../names.ts';
import { colours } from './colours.ts';
import { external, link, page, pdf, picture, table, target, words } from './fields.ts';
import { search } from './search.ts';

const lead = words;
const labelledPdf = z.strictObject({ label: words, href: pdf });
/** What is still to come: a picture that says so. */
const soon = z.strictObject({ heading: words, text: words.optional(), picture });

/** The page with the academic calendar day by day and as a PDF. */
const calendar = z.strictObject({
  ...page,
  lead,
  document: labelledPdf,
  /** Above the PDF and the calendar file. */
  takeHeading: words,
  subscribe: words,
});

/** The page with the magazine's link. */
const magazine = z.strictObject({
  ...page,
  lead,
  document: labelledPdf,
  /** Printed on the drawn cover. */
  cover: z.strictObject({ name: words, issue: words }),
  /** Who made the issue. */
  credits: words,
  insideHeading: words,
  /** The pieces, each with its page in the PDF. */
  inside: z.array(z.strictObject({ title: words, page: z.int().positive(), text: words })).min(1),
  story: z.strictObject({ heading: words, paragraphs: z.array(words).min(1) }),
  /** Each poem by line. */
  poems: z.strictObject({ heading: words, poems: z.array(z.array(words).min(1)).min(1), by: words }),
  /** How to send something for the next issue. */
  write: z.strictObject({ heading: words, text: words }),
});

/** The clubs, and the picture that says that their own pages are to come. */
const club = z.strictObject({
  ...page,
  lead,
  clubs: z.array(z.strictObject({ name: words, classes: words, when: words, where: words, teacher: words, text: words })).min(1),
  join: z.strictObject({ heading: words, steps: z.array(words).min(1) }),
  soon,
});

/** The first reflections, how to send one, and the picture that says that more are to come. */
const reflections = z.strictObject({
  ...page,
  lead,
  reflections: z.array(z.strictObject({ text: words, name: words, role: words, date: z.iso.date() })).min(1),
  write: z.strictObject({ heading: words, text: words, link }),
  soon,
});

/** History and figures of the school. */
const about = z.strictObject({
  ...page,
  lead: words,
  picture,
  historyHeading: words,
  /** Oldest first. */
  history: z.array(z.strictObject({ year: z.int().min(1800).max(2200), title: words, text: words })).min(1),
  glanceHeading: words,
  glance: z.array(z.strictObject({ figure: words, label: words, text: words })).min(1),
  /** What authorities and parents may check: numbers, certificates, persons. */
  record: table,
  closing: z.strictObject({ text: words, links: z.array(link).min(1) }),
});

const named = { name: words, text: words };
/** `more` leads to a page that helps as well. */
const box = { ...named, more: link.optional() };

/** Admission: an introduction and a box for each way into the school. */
const admission = z.strictObject({
  ...page,
  lead: words,
  /** The way to a place in nursery: its facts, then its steps in their order. */
  nursery: z.strictObject({
    heading: words,
    facts: z.array(z.strictObject({ ...named, link: link.optional() })).min(1),
    stepsHeading: words,
    steps: z.array(z.strictObject({ ...named, links: z.array(link).default([]) })).min(2),
    decision: z.strictObject({ heading: words, text: words }),
  }),
  boxesHeading: words,
  /** A box has its link, or says what will be linked there. */
  boxes: z.array(z.union([z.strictObject({ ...box, link }), z.strictObject({ ...box, placeholder: words })])).length(3),
  /** What is asked of other classes than nursery. */
  tables: z.array(table),
  questions: words,
  /** The page with the links to the online forms: who registers where, and until when. */
  registrations: z.strictObject({ ...page, lead: words, table, papers: z.strictObject({ text: words, link }) }),
});

const post = z.strictObject({
  title: words,
  author: words,
  /** Class, batch or post of the author. */
  of: words,
  date: z.iso.date('must be a date such as 2026-08-14'),
  image: picture,
  paragraphs: z.array(words).min(1),
});

/** Posts in the order in which they are shown. */
const blog = z.strictObject({ ...page, lead: words, posts: z.array(post).min(1) });

/** With a portrait `src/pictures/council-{portrait}.svg`, or initials without. */
const student = z.strictObject({ name: words, class: words, portrait: words.optional() });

const house = z.strictObject({
  name: words,
  /** A colour of site.yaml. */
  colour: z.enum(['red', 'gold', 'blue', 'brand']),
  motto: words,
  captain: student,
  viceCaptainBoy: student,
  viceCaptainGirl: student,
  coordinator: words,
});

/** The student council: senior cabinet and houses. */
const council = z.strictObject({
  ...page,
  lead: words,
  cabinet: z.strictObject({
    heading: words,
    members: z.array(student.extend({ post: words })).min(1),
  }),
  housesHeading: words,
  houses: z.array(house).length(4),
});

/** What most come to look up, shown large: a figure, and what it is. */
const figure = z.strictObject({ figure: words, label: words });

/** The head of a policy written in Markdown. */
const document = z.strictObject({
  ...page,
  /** A sentence or two before the first heading. */
  lead: words,
  figures: z.array(figure).default([]),
});

/** The page with every file of the site. */
const downloads = z.strictObject({
  ...page,
  lead: words,
  /** The PDFs of `public/documents`: each among the files of its kind, or under a heading of their own. */
  documentsHeading: words,
  documents: z.array(z.strictObject({ label: words, href: pdf, kind: z.enum(DOWNLOAD_KINDS).optional() })).min(1),
  /** Headings of the files that content brings. */
  kinds: z.strictObject(recordOf(DOWNLOAD_KINDS, () => words)),
  /** Heading of the lists whose newest files stand under another kind already. */
  moreHeading: words,
});

/** What the ERP software does, with three pictures that open larger. */
const erp = z.strictObject({
  ...page,
  lead: words,
  paragraphs: z.array(words).min(1),
  features: z.array(z.strictObject({ name: words, text: words })).min(1),
  picturesHeading: words,
  picturesText: words,
  questionsHeading: words,
  questions: z.array(z.strictObject({ name: words, text: words })).min(1),
  guide: link,
  pictures: z.array(z.strictObject({ title: words, ...picture.shape })).length(3),
});

/** `listed`: which students the page names. */
const result = z.strictObject({ listed: words, figures: z.array(figure).min(1) });

const marks = z.int().positive();

const marked = z
  .strictObject({
    classes: words,
    /** Marks of one semester; a year has two. */
    marks,
    parts: z.array(z.strictObject({ name: words, marks })).min(2),
    note: words.optional(),
  })
  .superRefine(({ marks: all, parts }, context) => {
    const sum = parts.reduce((total, part) => total + part.marks, 0);
    if (sum !== all) context.addIssue({ code: 'custom', path: ['parts'], message: `add up to ${sum}, not to the ${all} marks` });
  });

/** Classes whose marks are not the school's. */
const unmarked = z.strictObject({ classes: words, notes: z.array(words).min(1) });

/** The exam pattern: what counts in a semester, by classes. */
const exam = z.strictObject({
  ...page,
  lead: words,
  groups: z.array(z.union([marked, unmarked])).min(1),
  /** The examinations of the session. */
  dates: table,
  rules: z.strictObject({ heading: words, items: z.array(z.strictObject({ name: words, text: words })).min(1) }),
  /** The last results of class X and class XII, and those of the years before. */
  results: z.strictObject({
    x: result,
    xii: result,
    years: z.strictObject({ heading: words, text: words, classes: z.array(table).min(1) }),
    names: z.strictObject({ text: words, links: z.array(link).min(1) }),
  }),
});

/** The school's rooms and grounds, each with its photo. */
const facility = z.strictObject({
  ...page,
  lead: words,
  /** What else there is to see, and where. */
  gallery: z.strictObject({ text: words, link }),
  facilities: z.array(z.strictObject({ name: words, text: words, picture })).min(1),
  /** The routes of the school buses. */
  buses: table,
  /** What has no photo: medical room, security and the like. */
  services: z.array(z.strictObject({ ...named, link: link.optional() })).min(1),
});

const count = z.int().positive();
const day = z.iso.date('must be a day such as 2027-01-30');
/** First and last day. */
const days = z.strictObject({ from: day, to: day }).refine(({ from, to }) => from < to, 'must end after it begins');

const each = <Key extends string, Schema extends z.ZodType>(schema: Schema, ...keys: readonly Key[]) =>
  recordOf(keys, () => schema);

const CLASSES = ['nursery', 'primary', 'middle', 'secondary', 'senior'] as const;

/** Rupees: `admission` once, `monthly` by classes, `bus` a month by the way to school; per cent: `sibling`. */
const fees = z
  .strictObject({
    ...each(words, 'session', 'payFrom', 'payTo', 'nextSession'),
    ...each(count, 'admission', 'lateNext', 'lateSecond', 'readmission', 'duplicate', 'sibling'),
    monthly: z.strictObject(each(count, ...CLASSES)),
    before: z.strictObject({ session: words, ...each(count, 'nursery', 'senior') }),
    bus: z.strictObject(each(count, 'near', 'middle', 'far')),
    nextAnnounced: day,
  })
  .transform((read) => ({
    ...read,
    quarter: recordOf(CLASSES, (classes) => 3 * read.monthly[classes]),
    year: recordOf(CLASSES, (classes) => 12 * read.monthly[classes]),
    first: recordOf(CLASSES, (classes) => 12 * read.monthly[classes] + read.admission),
    /** The first session of class XI: ten months. */
    classXi: 10 * read.monthly.senior,
  }));

const byAge = z.strictObject(each(words, 'prePrimary', 'school'));
const times = z.strictObject({
  ...each(words, 'gatesOpen', 'firstBell', 'gateCloses', 'assembly', 'firstLesson', 'saturday', 'payment', 'payments'),
  ...each(
    words,
    'clubs',
    'clubsEnd',
    'library',
    'busOffice',
    'waiting',
    'waitingSaturday',
    'reportDay',
    'athletics',
    'athleticsBuses',
  ),
  break: byAge,
  lastBell: byAge,
  busesLeave: byAge.extend({ saturday: words }),
  stops: z.array(z.strictObject({ ...each(words, 'stop', 'toSchool', 'early', 'home'), route: count })).min(1),
});

/** People by what they answer, and how soon an answer comes. */
const offices = z.strictObject({
  ...each(words, 'front', 'admissions', 'accounts', 'buses', 'app', 'nurse', 'counsellor', 'security', 'library', 'magazine'),
  ...each(words, 'principal', 'vicePrincipal'),
  answer: z.strictObject(each(words, 'message', 'complaint', 'appeal', 'certificate', 'nursery', 'childSafety')),
});

const dates = z.strictObject({
  ...each(days, 'session', 'halfYearly', 'preparatory', 'practical', 'annual', 'second', 'winterUniform', 'feesJanuary'),
  ...each(day, 'counted', 'semester2', 'halfYearlyResults', 'board', 'reportDay', 'nextSession', 'nextNursery'),
  ...each(day, 'athletics', 'annualDay', 'annualDayYounger'),
  ...each(day, 'farewell', 'bookExchange', 'magazine', 'committee', 'careers', 'astronomy'),
  summerUniform: z.strictObject(each(day, 'until', 'again')),
  holidays: z.strictObject(each(days, 'summer', 'puja', 'winter', 'spring')),
  nursery: z.strictObject({
    ...each(days, 'born', 'registration', 'free'),
    ...each(day, 'age', 'openMorning', 'result', 'feesDue'),
  }),
  scholarship: z.strictObject(each(day, 'registration', 'test', 'result')),
  classXi: z.strictObject({ ...each(day, 'registration', 'lessons'), notice: words }),
});

/** Per cent: `attendance` of the working days, `passMark` of the marks. */
const figures = z.strictObject({
  ...each(
    count,
    'students',
    'teachers',
    'perTeacher',
    'nurseryPlaces',
    'nurseryFree',
    'nurseryPaid',
    'attendance',
    'passMark',
    'books',
    'computers',
  ),
  ...each(words, 'partTime', 'affiliation', 'trust', 'chair', 'software', 'certificatesSince'),
  results: z.strictObject({
    year: words,
    ...each(z.strictObject({ ...each(count, 'students', 'ninety'), average: words }), 'icse', 'isc'),
  }),
  founded: z.strictObject(each(words, 'year', 'size')),
  sections: z.strictObject(each(z.strictObject({ count: words, students: count }), 'prePrimary', 'school', 'senior')),
});

/** The facts that more than one page says: a file each below `src/content/facts`, which says what each of them is. */
const facts = z.strictObject({ fees, times, offices, dates, figures });

/** `post`: a subject, or a post; `degrees`: the qualifications; `since`: the year in which they joined. */
const person = z.strictObject({
  name: words,
  post: words.optional(),
  degrees: words.optional(),
  since: z.int().min(1950).max(2200),
});

/** The staff list, in its order. */
const family = z.strictObject({
  ...page,
  lead: words,
  /** Principal, then vice principal. */
  heads: z.array(person.extend({ post: words })).length(2),
  /** How they are reached. */
  ask: z.strictObject({ text: words, link }),
  /** Segments and teams; `numbered` ones show a number before each name. */
  groups: z.array(
    z.strictObject({
      name: words,
      /** The classes of a segment. */
      note: words.optional(),
      numbered: z.boolean().optional(),
      /** How many teachers a segment has, those who are not named included. */
      teachers: z.int().positive().optional(),
      members: z.array(person).min(1),
    }),
  ),
});

const form = z.strictObject({
  ...page,
  /** A sentence or two above the form. */
  intro: words,
  /** Heading of the form. */
  formHeading: words,
  /** One line beside the button: what is sent, and to whom. */
  sent: words,
});

/** What to know, beside the form. */
const steps = z.strictObject({ heading: words, items: z.array(words).min(1) });

/** Words of the pages with a form; labels and messages are the contract's and live with the forms. */
const forms = z.strictObject({
  certificate: form.extend({
    needs: steps,
    steps,
    questions: table,
    call: words,
    sample: z.strictObject({ heading: words, label: words, href: pdf }),
  }),
  contact: form.extend({ visitHeading: words, desks: table, complaints: link }),
  careers: form.extend({
    open: table,
    hiringHeading: words,
    hiring: z.array(words).min(1),
    working: z.strictObject({ heading: words, text: words }),
    steps,
  }),
  /** `decided`: what earlier suggestions led to; `complaint` leads to what is no suggestion. */
  suggestion: form.extend({ steps, decided: steps.extend({ link }), complaint: link }),
});

/** A quick button: with a path of this site, or with the fact of `site.yaml` it leads to. */
const quickButton = z.union([
  z.strictObject({ label: words, href: target }),
  z.strictObject({ label: words, fact: z.enum(['feePayment', 'alumniForm', 'erpLogin', 'phone']) }),
]);

/** Words of the home page. */
const home = z.strictObject({
  ...page,
  /** What the browser's tab says after the school's name. */
  tabTitle: words,
  /** Who the school is, beside the name on the first screen. */
  welcome: words,
  /** Three figures that tell the school from others. */
  figures: z.array(figure).length(3),
  slides: z.array(z.strictObject({ ...picture.shape, title: words, text: words })).min(1),
  quickButtons: z.array(quickButton).length(7),
  about: z.strictObject({ heading: words, paragraphs: z.array(words).min(1), more: link }),
  segmentsHeading: words,
  /** The tabs, in their order. */
  segments: z.array(z.strictObject({ name: words, classes: words, text: words, points: z.array(words) })).min(1),
});

/** Words around the leaders' messages, which come from the content service. */
const leaders = z.strictObject({ ...page, fallback: z.strictObject({ heading: words, text: words }) });

const group = z.strictObject({
  label: words,
  /** Chooses colour and drawing of the page heads. */
  section: z.enum(['students', 'results', 'activity', 'gallery']).optional(),
  links: z.array(link).min(1),
});

/** An entry whose link is a fact of `site.yaml`. */
const factLink = z.strictObject({ fact: z.enum(['alumniForm', 'campusLogo', 'erpLogin', 'feePayment']) });

const menu = z.strictObject({
  /** The navigation "Main" in its order. */
  entries: z.array(z.union([group, link, factLink])).min(1),
  /** What parents come for, one press away beside it. */
  quick: z.array(link).min(1),
  /** The pages of rules, each of which names the others. */
  policies: z.array(link).min(1),
});

const list = z.array(words).min(1);

/** The step guide of the parent app. */
const pphelp = z.strictObject({
  ...page,
  lead: words,
  get: z.strictObject({ heading: words, text: words, codeLabel: words, codeText: words }),
  parts: z
    .array(
      z.strictObject({
        heading: words,
        text: words,
        steps: list.optional(),
        points: list.optional(),
        /** A drawn screen of `src/pictures`: `login` is `app-login.svg`. */
        screen: z.strictObject({ name: z.string().regex(/^[a-z]+$/), alt: words }),
      }),
    )
    .min(1),
  guidelines: z.strictObject({ heading: words, items: list }),
  support: z.strictObject({ heading: words, text: words }),
});

const phone = z.string().regex(/^\+\d[\d ]{8,18}$/, 'must be a number with its country code, such as +91 00000 00001');

const siteFacts = z.strictObject({
  school: words,
  /** Without "School", for names such as "Hill Top Family". */
  shortName: words,
  town: words,
  colours,
  motto: words,
  /** One element a line. */
  address: z.array(words).min(2),
  /** One element a line. */
  officeHours: z.array(words).min(1),
  phones: z.tuple([phone, phone]),
  /** What each of the phones is for. */
  phonesFor: z.tuple([words, words]),
  emails: z.tuple([z.email(), z.email()]),
  /** Addresses that one person reads. */
  mailboxes: z.strictObject(recordOf(['principal', 'vicePrincipal', 'childSafety', 'trust'], () => z.email())),
  map: z.strictObject({ link: external, embed: external }),
  campusLogo: link,
  alumniForm: link,
  feePayment: link,
  erpLogin: link,
  appStores: z.array(link).min(1),
  socials: z.array(link).min(1),
  /** The home page's social embeds, in their order; loaded only on a click. */
  embeds: z
    .array(
      z.strictObject({
        kind: z.enum(['page', 'photos', 'video']),
        network: words,
        title: words,
        embed: external,
        link: external,
      }),
    )
    .length(3),
});

/** Facts that every page shows. The school code is a setting (`SCHOOL_CODE`), not a word. */
const site = siteFacts.transform((read) => ({ ...read, name: wholeName(read) }));

const statement = z.strictObject({ heading: words, text: words });

/** Vision, mission, values and objective. */
const vision = z.strictObject({
  ...page,
  vision: statement,
  mission: statement,
  valuesHeading: words,
  /** A value may lead to where it is seen. */
  values: z.array(z.strictObject({ ...named, link: link.optional() })).min(1),
  objective: statement.extend({ picture }),
});

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
