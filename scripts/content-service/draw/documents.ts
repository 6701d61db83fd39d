import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { photograph } from './encode.ts';
import { PALETTES } from './palette.ts';
import { type Paper, writePdf } from './pdf.ts';
import { randomOf } from './random.ts';
import { landscape } from './scenes/hills.ts';
import { picture } from './shapes.ts';

const MONTHS: readonly (readonly [month: string, days: readonly (readonly [string, string])[]])[] = [
  [
    'April 2026',
    [
      ['1 Wed', 'New session begins for classes I to XII'],
      ['6 Mon', 'Nursery and LKG: first day, with a parent'],
      ['14 Tue', 'Holiday: Ambedkar Jayanti, Bengali New Year'],
      ['22 Wed', 'Earth Day: plantation by classes VI to VIII'],
      ['25 Sat', 'Parents meet the class teachers'],
    ],
  ],
  [
    'May 2026',
    [
      ['1 Fri', 'Holiday: May Day'],
      ['9 Sat', 'Rabindra Jayanti programme in the hall'],
      ['15 Fri', 'Unit test I ends'],
      ['18 Mon', 'Summer holidays begin'],
    ],
  ],
  [
    'June 2026',
    [
      ['15 Mon', 'School opens again'],
      ['21 Sun', 'Yoga Day on the ground, 7 am'],
      ['26 Fri', 'Inter-house elocution'],
    ],
  ],
  [
    'July 2026',
    [
      ['4 Sat', 'Election of the student council'],
      ['11 Sat', 'Investiture'],
      ['18 Sat', 'Swimming gala'],
      ['31 Fri', 'Unit test II ends'],
    ],
  ],
  [
    'August 2026',
    [
      ['15 Sat', 'Independence Day: flag at 8 am'],
      ['22 Sat', 'Science exhibition'],
      ['28 Fri', 'Holiday: Raksha Bandhan'],
    ],
  ],
  [
    'September 2026',
    [
      ['5 Sat', "Teachers' Day: pupils teach"],
      ['14 Mon', 'Half-yearly examinations begin'],
      ['29 Tue', 'Half-yearly examinations end'],
    ],
  ],
  [
    'October 2026',
    [
      ['2 Fri', 'Gandhi Jayanti'],
      ['10 Sat', 'Open day with half-yearly results'],
      ['16 Fri', 'Puja holidays begin'],
      ['28 Wed', 'School opens again'],
    ],
  ],
  [
    'November 2026',
    [
      ['6 Fri', 'Diwali programme of the primary segment'],
      ['14 Sat', "Children's Day fete"],
      ['20 Fri', 'Inter-house quiz'],
      ['28 Sat', 'Annual athletics meet'],
    ],
  ],
  [
    'December 2026',
    [
      ['5 Sat', 'Annual day'],
      ['18 Fri', 'Carols'],
      ['23 Wed', 'Winter holidays begin'],
    ],
  ],
  [
    'January 2027',
    [
      ['4 Mon', 'School opens again'],
      ['12 Tue', 'Youth Day debate'],
      ['26 Tue', 'Republic Day: flag at 8 am'],
    ],
  ],
  [
    'February 2027',
    [
      ['11 Thu', 'Saraswati Puja'],
      ['15 Mon', 'ICSE and ISC examinations begin'],
      ['20 Sat', 'Farewell of class XII'],
    ],
  ],
  [
    'March 2027',
    [
      ['1 Mon', 'Annual examinations, classes I to IX and XI'],
      ['22 Mon', 'Holiday: Holi'],
      ['31 Wed', 'Report day'],
    ],
  ],
];

function calendar(paper: Paper): void {
  paper.text(
    'The working week is Monday to Friday, with Saturdays as marked. Please keep the examination weeks free of journeys. Changes are told in the parent app and on the notice board.',
  );
  for (const [index, [month, days]] of MONTHS.entries()) {
    if (index > 0 && index % 4 === 0) paper.page();
    paper.heading(month);
    paper.table([90, 393], [['Day', 'Entry'], ...days]);
  }
}

function magazine(paper: Paper, cover: Buffer): void {
  paper.text(
    'The school magazine, written and drawn by the students, forty-eighth year. Editor: Nandini Pillai, class XI Humanities. Teacher in charge: Ms. Olivia Tigga.',
  );
  paper.doc.image(cover, { width: 483 }).moveDown(1);
  paper.heading('In this number');
  paper.list([
    'The year in twelve mornings',
    'Three poems from class VIII',
    'How we measured the hill',
    'Records of the athletics meet',
  ]);
  paper.page();
  paper.heading('The year in twelve mornings');
  paper.text(
    'In April the gulmohar behind the laboratory was bare, and the new ones in nursery held on to the gate with both hands. By June they ran through it. We met the year like that, one morning a month, with a notebook.',
  );
  paper.text(
    'In July it rained into the bicycle shed and nobody minded. In August the flag went up, stuck, and went up again. In September the whole of class X learned to be silent at once. In October the drums came nearer every evening until they were in the yard.',
  );
  paper.heading('Three poems from class VIII');
  paper.text('The bell has one word. / It says it nine times a day / and we never get tired of the last one.');
  paper.text('My grandfather counts trains. / From his window there is no railway. / He says: today, eleven.');
  paper.text('When it rains on the tin roof / the teacher writes on the board: / Listen.');
  paper.page();
  paper.heading('How we measured the hill');
  paper.text(
    'With a stick, a shadow and the rule of three, class IX found that the hill behind the school is 118 metres high. With a satellite receiver it is 121. We have written to the hill about the difference.',
  );
  paper.table(
    [240, 120, 123],
    [
      ['Group', 'Method', 'Result'],
      ['IX A, first group', 'Shadow', '118 m'],
      ['IX A, second group', 'Clinometer', '124 m'],
      ['IX B', 'Barometer', '109 m'],
      ['Ms. Hegde', 'Receiver', '121 m'],
    ],
  );
  paper.heading('Records of the athletics meet');
  paper.list([
    '100 m, girls: 13.1 s, Mehak Gill, Akbar house',
    '800 m, boys: 2 min 9 s, Arjun Thapa, Nehru house',
    'High jump: 1.58 m, Rohan Tirkey, Akbar house',
  ]);
}

function nurseryForm(paper: Paper): void {
  paper.text(
    'For children who are three years old on 31 March of the year of admission. Please fill in block letters and hand in at the office with a copy of the birth certificate and two photographs. The form is free of charge.',
  );
  paper.heading('The child');
  paper.blanks(['Full name', 'Date of birth', 'Girl / boy', 'Mother tongue', 'Blood group', 'Anything we should know']);
  paper.heading('The parents');
  paper.blanks([
    "Mother's name",
    "Mother's telephone",
    "Father's name",
    "Father's telephone",
    'Email',
    'Address',
    'Brothers or sisters in the school',
  ]);
  paper.heading('Signature');
  paper.blanks(['Place and date', 'Signature of a parent']);
  paper.page();
  paper.heading('For the office');
  paper.blanks(['Received on', 'Registration number', 'Day of the visit', 'Remarks']);
  paper.heading('What happens next');
  paper.list([
    'We write to you within ten working days and name a day for a visit.',
    'On that day your child plays for an hour in the nursery while we talk with you.',
    'There is no test. Places go by date of birth, brothers and sisters, and the order of the forms.',
  ]);
}

function sampleCertificate(paper: Paper): void {
  paper.text('This is a sample. It shows what a transfer certificate of the school looks like; it certifies nothing.');
  paper.table(
    [200, 283],
    [
      ['Entry', 'Value'],
      ['Name of the student', 'SAMPLE STUDENT'],
      ['Admission number', 'HT/0000/0000'],
      ['Date of birth', '1 January 2010'],
      ['Date of admission', '1 April 2014'],
      ['Class last attended', 'X'],
      ['Result', 'Promoted to class XI'],
      ['Days present of working days', '201 of 214'],
      ['All dues paid', 'Yes'],
      ['Conduct', 'Good'],
      ['Reason for leaving', "Parents' request"],
    ],
  );
  paper.blanks(['Date of issue', 'Class teacher', 'Principal']);
}

/** Writes the static pages' own PDFs into `folder`. */
export async function writeDocuments(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const scene = landscape({ w: 1050, h: 700, r: randomOf(26), p: PALETTES.dusk });
  const cover = await photograph(picture(1050, 700, scene), 1200, 800, 30_000);
  await writePdf(join(folder, 'calendar-2026-27.pdf'), 'Academic calendar 2026-27', calendar);
  await writePdf(join(folder, 'magazine-2026.pdf'), 'The Hill Top, 2026', (paper) => magazine(paper, cover));
  await writePdf(join(folder, 'nursery-admission-form.pdf'), 'Admission form: nursery', nurseryForm);
  await writePdf(join(folder, 'sample-transfer-certificate.pdf'), 'Transfer certificate (sample)', sampleCertificate);
}
