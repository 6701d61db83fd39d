import { z } from 'zod';
import { DOWNLOAD_KINDS } from '../../lib/downloads.ts';
import { recordOf } from '../../lib/recordOf.ts';
import { wholeName } from '../names.ts';
import { colours } from './colours.ts';
import { each, external, link, page, pdf, picture, table, target, words } from './fields.ts';

const some = <Schema extends z.ZodType>(schema: Schema) => z.array(schema).min(1);
const list = some(words);
const count = z.int().positive();
const section = z.strictObject({ heading: words, text: words });
const steps = z.strictObject({ heading: words, items: list });
const named = z.strictObject({ name: words, text: words });
/** A page with a sentence or two before its first heading. */
const pageOf = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.strictObject({ ...page, lead: words, ...shape });
const labelledPdf = z.strictObject({ label: words, href: pdf });
/** What is still to come: a picture that says so. */
const soon = z.strictObject({ heading: words, text: words.optional(), picture });

/** `more` leads to a page that helps as well. */
const box = { ...named.shape, more: link.optional() };

/** `of`: class, batch or post of the author. */
const post = z.strictObject({
  ...each(words, 'title', 'author', 'of'),
  date: z.iso.date('must be a date such as 2026-08-14'),
  image: picture,
  paragraphs: list,
});

const blog = pageOf({ posts: some(post) });

/** With a portrait `src/pictures/council-{portrait}.svg`, or initials without. */
const student = z.strictObject({ name: words, class: words, portrait: words.optional() });

const house = z.strictObject({
  name: words,
  /** A colour of site.yaml. */
  colour: z.enum(['red', 'gold', 'blue', 'brand']),
  motto: words,
  ...each(student, 'captain', 'viceCaptainBoy', 'viceCaptainGirl'),
  coordinator: words,
});

/** What most come to look up, shown large: a figure, and what it is. */
const figure = z.strictObject({ figure: words, label: words });

/** The head of a policy written in Markdown. */
const document = pageOf({ figures: z.array(figure).default([]) });

/** `listed`: which students the page names. */
const result = z.strictObject({ listed: words, figures: some(figure) });

const marked = z
  .strictObject({
    classes: words,
    /** What has these marks; unless told, each of a year's two semesters. */
    of: words.optional(),
    marks: count,
    parts: z.array(z.strictObject({ name: words, marks: count })).min(2),
    note: words.optional(),
  })
  .superRefine(({ marks: all, parts }, context) => {
    const sum = parts.reduce((total, part) => total + part.marks, 0);
    if (sum !== all) context.addIssue({ code: 'custom', path: ['parts'], message: `add up to ${sum}, not to the ${all} marks` });
  });

const day = z.iso.date('must be a day such as 2027-01-30');
const days = z.strictObject({ from: day, to: day }).refine(({ from, to }) => from < to, 'must end after it begins');

const CLASSES = ['nursery', 'primary', 'middle', 'secondary', 'senior'] as const;

/** Rupees: `admission` once, `monthly` by classes, `bus` a month by the way to school; per cent: `sibling`. */
const fees = z
  .strictObject({
    ...each(words, 'session', 'payFrom', 'payTo', 'nextSession'),
    ...each(count, 'admission', 'lateNext', 'lateSecond', 'readmission', 'duplicate', 'sibling'),
    monthly: z.strictObject(each(count, ...CLASSES)),
    before: z.strictObject({ session: words, ...each(count, ...CLASSES) }),
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
  ...each(words, 'clubs', 'clubsEnd', 'library', 'busOffice', 'waiting', 'waitingSaturday'),
  ...each(words, 'reportDay', 'athletics', 'athleticsBuses'),
  break: byAge,
  lastBell: byAge,
  busesLeave: byAge.extend({ saturday: words }),
  stops: some(z.strictObject({ ...each(words, 'stop', 'toSchool', 'early', 'home'), route: count })),
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
  ...each(count, 'students', 'teachers', 'perTeacher', 'nurseryPlaces', 'nurseryFree', 'nurseryPaid'),
  ...each(count, 'attendance', 'passMark', 'books', 'computers'),
  ...each(words, 'partTime', 'affiliation', 'trust', 'chair', 'software', 'certificatesSince'),
  results: z.strictObject({
    year: words,
    ...each(z.strictObject({ ...each(count, 'students', 'ninety'), average: words }), 'icse', 'isc'),
  }),
  founded: z.strictObject(each(words, 'year', 'size')),
  sections: z.strictObject(each(z.strictObject({ count: words, students: count }), 'prePrimary', 'school', 'senior')),
});

/** `post`: a subject, or a post; `degrees`: the qualifications; `since`: the year in which they joined. */
const person = z.strictObject({
  name: words,
  ...each(words.optional(), 'post', 'degrees'),
  since: z.int().min(1950).max(2200),
});

/** `sent`: what is sent, and to whom; `next`: who answers once it is sent, and when. */
const form = z.strictObject({ ...page, ...each(words, 'intro', 'formHeading', 'sent', 'next') });

/** A quick button: with a path of this site, or with the fact of `site.yaml` it leads to. */
const quickButton = z.union([
  z.strictObject({ label: words, href: target }),
  z.strictObject({ label: words, fact: z.enum(['feePayment', 'alumniForm', 'erpLogin', 'phone']) }),
]);

const group = z.strictObject({
  label: words,
  /** Chooses colour and drawing of the page heads. */
  section: z.enum(['students', 'results', 'activity', 'gallery']).optional(),
  links: some(link),
});

const phone = z.string().regex(/^\+\d[\d ]{8,18}$/, 'must be a number with its country code, such as +91 00000 00001');

const embed = z.strictObject({
  kind: z.enum(['page', 'photos', 'video']),
  /** `text`: what is to be seen there. */
  ...each(words, 'network', 'title', 'text'),
  ...each(external, 'embed', 'link'),
});

/** The schema of each file of `src/content`, by its name without the ending; of a folder, by those of its files. Of a Markdown file: of its frontmatter. */
export const schema = z.strictObject({
  about: pageOf({
    picture,
    historyHeading: words,
    /** Oldest first. */
    history: some(z.strictObject({ year: z.int().min(1800).max(2200), title: words, text: words })),
    glanceHeading: words,
    glance: some(z.strictObject({ figure: words, label: words, text: words })),
    /** What authorities and parents may check: numbers, certificates, persons. */
    record: table,
    closing: z.strictObject({ text: words, links: some(link) }),
  }),

  /** Admission: an introduction and a box for each way into the school. */
  admission: pageOf({
    /** The way to a place in nursery: its facts, then its steps in their order. */
    nursery: z.strictObject({
      heading: words,
      facts: some(z.strictObject({ ...named.shape, link: link.optional() })),
      stepsHeading: words,
      steps: z.array(z.strictObject({ ...named.shape, links: z.array(link).default([]) })).min(2),
      decision: section,
    }),
    boxesHeading: words,
    /** A box has its link, or says what will be linked there. */
    boxes: z.array(z.union([z.strictObject({ ...box, link }), z.strictObject({ ...box, placeholder: words })])).length(3),
    /** What is asked of other classes than nursery. */
    tables: z.array(table),
    questions: words,
    /** The page with the links to the online forms: who registers where, and until when. */
    registrations: pageOf({ table, notesHeading: words, notes: some(z.strictObject({ ...named.shape, link: link.optional() })) }),
  }),

  attendance: document,
  calendar: pageOf({ document: labelledPdf, ...each(words, 'week', 'takeHeading', 'subscribe') }),

  club: pageOf({
    clubs: some(z.strictObject({ name: words, classes: words, when: words, where: words, teacher: words, text: words })),
    join: z.strictObject({ heading: words, steps: list }),
    soon,
  }),

  'code-conduct': document,
  'code-students': document,

  council: pageOf({
    cabinet: z.strictObject({ heading: words, members: some(student.extend({ post: words })) }),
    housesHeading: words,
    houses: z.array(house).length(4),
  }),

  downloads: pageOf({
    /** The PDFs of `public/documents`: each among the files of its kind, or under a heading of their own. */
    documentsHeading: words,
    documents: some(z.strictObject({ label: words, href: pdf, kind: z.enum(DOWNLOAD_KINDS).optional() })),
    /** Headings of the files that content brings. */
    kinds: z.strictObject(recordOf(DOWNLOAD_KINDS, () => words)),
    /** Heading of the lists whose newest files stand under another kind already. */
    moreHeading: words,
  }),

  /** What the ERP software does, with three pictures that open larger. */
  erp: pageOf({
    paragraphs: list,
    features: some(named),
    ...each(words, 'picturesHeading', 'picturesText', 'questionsHeading'),
    questions: some(named),
    guide: link,
    pictures: z.array(z.strictObject({ title: words, ...picture.shape })).length(3),
  }),

  /** The exam pattern: what counts in a semester, by classes. */
  exam: pageOf({
    groups: some(marked),
    dates: table,
    rules: some(z.strictObject({ heading: words, items: some(named) })),
    /** The last results of class X and class XII, and those of the years before. */
    results: z.strictObject({
      x: result,
      xii: result,
      years: z.strictObject({ heading: words, text: words, classes: some(table) }),
      names: z.strictObject({ text: words, links: some(link) }),
    }),
  }),

  facility: pageOf({
    /** What else there is to see, and where. */
    gallery: z.strictObject({ text: words, link }),
    facilities: some(z.strictObject({ name: words, text: words, picture })),
    buses: table,
    /** What has no photo: medical room, security and the like. */
    services: some(z.strictObject({ ...named.shape, link: link.optional() })),
  }),

  /** The facts that more than one page says: a file each below `src/content/facts`, which says what each of them is. */
  facts: z.strictObject({ fees, times, offices, dates, figures }),

  family: pageOf({
    /** Principal, then vice principal. */
    heads: z.array(person.extend({ post: words })).length(2),
    ask: z.strictObject({ text: words, link }),
    /** Segments and teams; `numbered` ones show a number before each name. */
    groups: z.array(
      z.strictObject({
        name: words,
        /** The classes of a segment. */
        note: words.optional(),
        numbered: z.boolean().optional(),
        /** How many teachers a segment has, those who are not named included. */
        teachers: count.optional(),
        members: some(person),
      }),
    ),
  }),

  fees: document,

  /** Words of the pages with a form; labels and messages are the contract's and live with the forms. */
  forms: z.strictObject({
    certificate: form.extend({
      needs: z.strictObject({ heading: words, items: some(named) }),
      steps,
      questions: table,
      call: words,
      sample: z.strictObject({ heading: words, label: words, href: pdf }),
    }),
    contact: form.extend({ visitHeading: words, desks: table, complaints: link }),
    careers: form.extend({ open: table, hiringHeading: words, hiring: list, working: section, steps }),
    /** `decided`: what earlier suggestions led to; `complaint` leads to what is no suggestion. */
    suggestion: form.extend({ steps, decided: steps, complaint: link }),
  }),

  /** `tabTitle`: what the browser's tab says after the school's name; `welcome`: who the school is, on the first screen. */
  home: z.strictObject({
    ...page,
    ...each(words, 'tabTitle', 'welcome'),
    figures: z.array(figure).length(3),
    slides: some(z.strictObject({ ...picture.shape, title: words, text: words })),
    quickButtons: z.array(quickButton).length(7),
    about: z.strictObject({ heading: words, paragraphs: list, more: link }),
    segmentsHeading: words,
    segments: some(z.strictObject({ name: words, classes: words, text: words, points: z.array(words) })),
  }),

  /** What stands above a list. */
  lists: z.strictObject(each(z.strictObject({ text: words, link }), 'gallery', 'highlights', 'news', 'video')),

  magazine: pageOf({
    document: labelledPdf,
    /** Printed on the drawn cover. */
    cover: z.strictObject({ name: words, issue: words }),
    ...each(words, 'credits', 'insideHeading'),
    /** The pieces, each with its page in the PDF. */
    inside: some(z.strictObject({ title: words, page: count, text: words })),
    story: z.strictObject({ heading: words, paragraphs: list }),
    /** Each poem by line. */
    poems: z.strictObject({ heading: words, poems: some(list), by: words }),
    write: section,
  }),

  menu: z.strictObject({
    /** The navigation "Main" in its order; an entry may be a fact of `site.yaml`. */
    entries: some(
      z.union([group, link, z.strictObject({ fact: z.enum(['alumniForm', 'campusLogo', 'erpLogin', 'feePayment']) })]),
    ),
    /** What parents come for, one press away beside it. */
    quick: some(link),
    /** The pages of rules, each of which names the others. */
    policies: some(link),
  }),

  pphelp: pageOf({
    get: z.strictObject({ heading: words, text: words, codeLabel: words, codeText: words }),
    parts: some(
      section.extend({
        ...each(list.optional(), 'steps', 'points'),
        /** A drawn screen of `src/pictures`: `login` is `app-login.svg`. */
        screen: z.strictObject({ name: z.string().regex(/^[a-z]+$/), alt: words }),
      }),
    ),
    guidelines: steps,
    support: section,
  }),

  privacy: document,
  /** Words around the leaders' messages, which come from the content service. */
  'principal-message': z.strictObject({ ...page, fallback: section }),

  reflections: pageOf({
    reflections: some(z.strictObject({ text: words, name: words, role: words, date: z.iso.date() })),
    write: z.strictObject({ heading: words, text: words, link }),
    soon,
  }),

  /** The search of the whole site: what its words mean, and what is answered above the results. */
  search: z.strictObject({
    /** Words that say nothing, such as "the". */
    ignored: words.transform((text) => text.split(/\s+/)),
    kinds: z.record(words, words),
    /** Each line: words and phrases that mean the same. */
    same: z.array(list.min(2)),
    /** The longest phrase that is asked for decides which answer is given. */
    answers: z.array(
      z.strictObject({
        /** Phrases whose words are all in the query. */
        asked: list,
        heading: words,
        /** `fees`: the fees of the class that is asked for; `holidays`: the next ones; `open`: whether school is open today or tomorrow. */
        from: z.union([
          z.enum(['fees', 'holidays', 'open']),
          /** Where the words of the answer stand: `site.phones`, `admission.nursery.facts.When`, `/Fees#When to pay`. */
          list,
        ]),
        href: target,
        /** What the link to it says; without it, the page's title. */
        label: words.optional(),
      }),
    ),
  }),

  /** Facts that every page shows. The school code is a setting (`SCHOOL_CODE`), not a word. */
  site: z
    .strictObject({
      school: words,
      /** Without "School", for names such as "Hill Top Family". */
      shortName: words,
      town: words,
      colours,
      motto: words,
      /** One element a line. */
      address: z.array(words).min(2),
      /** One element a line. */
      officeHours: list,
      phones: z.tuple([phone, phone]),
      phonesFor: z.tuple([words, words]),
      emails: z.tuple([z.email(), z.email()]),
      /** Addresses that one person reads. */
      mailboxes: z.strictObject(each(z.email(), 'principal', 'vicePrincipal', 'childSafety', 'trust')),
      map: z.strictObject(each(external, 'link', 'embed')),
      ...each(link, 'campusLogo', 'alumniForm', 'feePayment', 'erpLogin'),
      ...each(some(link), 'appStores', 'socials'),
      /** The home page's social embeds, in their order; loaded only on a click. */
      embeds: z.array(embed).length(3),
    })
    .transform((read) => ({ ...read, name: wholeName(read) })),

  'student-blog': blog,
  'teacher-blog': blog,

  vision: z.strictObject({
    ...page,
    vision: section,
    mission: section,
    valuesHeading: words,
    /** A value may lead to where it is seen. */
    values: some(z.strictObject({ ...named.shape, link: link.optional() })),
    objective: section.extend({ picture }),
  }),

  withdrawals: document,
});

/** The words of the static pages, by file: what a page gets from `import words from 'virtual:words'`. */
export type Words = z.output<typeof schema>;
