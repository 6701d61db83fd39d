import { join } from 'node:path';
import { type Paper, writePdf } from './pdf.ts';

type Circular = readonly [file: string, title: string, write: (paper: Paper) => void];

const CIRCULARS: readonly Circular[] = [
  [
    'circular-winter-uniform.pdf',
    'Winter uniform',
    (paper) => {
      paper.text(
        'From Monday, 9 November, all classes come in winter uniform. The summer uniform may be worn until then on warm days.',
      );
      paper.list([
        'Green blazer with the crest; for nursery to class II the green pullover',
        'Grey trousers or green skirt with stockings',
        'White shirt with full sleeves, school tie',
        'Black shoes. Caps and mufflers only in green',
      ]);
      paper.text(
        'Blazers of brothers and sisters may of course be worn on. The office keeps a cupboard of good second-hand ones; ask for it without hesitation.',
      );
    },
  ],
  [
    'datesheet-half-yearly-2026.pdf',
    'Date sheet: half-yearly examinations 2026',
    (paper) => {
      paper.table(
        [110, 124, 124, 125],
        [
          ['Day', 'V to VIII', 'IX and X', 'XI and XII'],
          ['14 September', 'English', 'English language', 'English'],
          ['16 September', 'Mathematics', 'Mathematics', 'Mathematics, Accounts'],
          ['18 September', 'Science', 'Physics', 'Physics, History'],
          ['21 September', 'Hindi or Bengali', 'Hindi or Bengali', 'Chemistry, Commerce'],
          ['23 September', 'Social studies', 'History and civics', 'Biology, Economics'],
          ['25 September', 'Computer', 'Chemistry', 'Computer science'],
          ['29 September', 'Drawing', 'Geography', 'Second language'],
        ],
      );
      paper.text(
        'Papers begin at 8.15 am, reading time ten minutes. Nobody is admitted after 8.45 am. A medical certificate is needed for a paper that is missed.',
      );
    },
  ],
  [
    'sports day programme.pdf',
    'Annual athletics meet: programme',
    (paper) => {
      paper.table(
        [90, 393],
        [
          ['Time', 'Event'],
          ['8.00', 'March past of the four houses, oath'],
          ['8.30', 'Drill of classes I and II: Umbrellas'],
          ['9.00', '100 m, 200 m finals'],
          ['9.45', 'Sack race, nursery and KG; every child gets a ribbon'],
          ['10.15', 'Long jump and high jump finals'],
          ['11.00', 'Relay 4 x 100 m'],
          ['11.30', 'Race of the parents, race of the staff'],
          ['12.00', 'Prizes, school song'],
        ],
      );
    },
  ],
  [
    'bus-routes-2026-27.pdf',
    'Bus routes 2026-27',
    (paper) => {
      paper.table(
        [60, 303, 120],
        [
          ['Bus', 'Stops', 'First stop'],
          ['1', 'Clock Tower, Old Market, Lake Gate, School', '7.05 am'],
          ['2', 'Railway Colony, Mango Grove, Church Road, School', '7.00 am'],
          ['3', 'Tea Garden Gate, River Bridge, Hill Side, School', '6.50 am'],
          ['4', 'New Town blocks A to F, School', '7.15 am'],
          ['5', 'Hospital Turn, Post Office, Stadium, School', '7.10 am'],
        ],
      );
      paper.text('Please be at the stop five minutes early. The smallest sit in front, with the attendant.');
    },
  ],
  [
    'book-list-2026-27.pdf',
    'Book list 2026-27',
    (paper) => {
      paper.text(
        'Covered in brown paper, with name and class. Used books in good order are welcome; the exchange is on 28 March in the hall.',
      );
      paper.table(
        [120, 363],
        [
          ['Class', 'Exercise books and material'],
          ['I and II', '8 exercise books, drawing book, crayons, slate'],
          ['III to V', '12 exercise books, geometry box, atlas'],
          ['VI to VIII', '14 exercise books, lab notebook, dictionary'],
          ['IX to XII', 'As told by the subject teachers'],
        ],
      );
    },
  ],
  [
    'excursion-consent-form.pdf',
    'Consent: excursion to the hills',
    (paper) => {
      paper.text(
        'Classes VIII and IX spend three days at the hill camp. Six teachers and a nurse go with them. Warm clothes, a torch, a water bottle; no telephones.',
      );
      paper.blanks(['Name and class', 'Medicines, allergies', 'Telephone at night', 'Signature of a parent']);
    },
  ],
  [
    'quiz-rules.pdf',
    'Inter-house quiz: rules',
    (paper) => {
      paper.list([
        'Three pupils a house, at least one from classes V to VII',
        'Six rounds of four questions: ten points, or five when passed on',
        'The buzzer round costs five points for a wrong answer',
        'The audience keeps its knowledge to itself',
      ]);
    },
  ],
  [
    'fee-notice-january.pdf',
    'Fees for January to March',
    (paper) => {
      paper.text(
        'As every year the fees of January, February and March are paid together in January, online between the 5th and the 20th.',
      );
      paper.list([
        'Late fine: Rs. 25 in the next month, Rs. 50 in the second',
        'Payments in the parent app may take 4 to 24 hours to show',
        'Please do not pay twice; write to the office instead',
      ]);
    },
  ],
  [
    'annual day invitation.pdf',
    'Invitation to the annual day',
    (paper) => {
      paper.text(
        'The principal, the staff and the students request the pleasure of your company at the annual day, Saturday, 5 December 2026, at 4.30 pm in the open air theatre.',
      );
      paper.list([
        'Welcome and report of the year',
        'The orchestra: six pieces, one of them new',
        'The play: The Postmaster of the Hills',
        'Prizes of the session 2025-26',
        'Tea on the lawn',
      ]);
    },
  ],
  [
    'syllabus-class-xi-2026.pdf',
    'Syllabus, class XI',
    (paper) => {
      paper.table(
        [130, 353],
        [
          ['Subject', 'First term'],
          ['Physics', 'Units and measurement, motion, laws of motion, work and energy'],
          ['Chemistry', 'Structure of the atom, bonding, states of matter'],
          ['Mathematics', 'Sets, relations, trigonometric functions, sequences'],
          ['History', 'The first cities, trade and empires'],
          ['Accounts', 'Journal, ledger, trial balance'],
        ],
      );
    },
  ],
  [
    'holiday-homework-class-v.pdf',
    'Holiday homework, class V',
    (paper) => {
      paper.list([
        'Read two books of your own choice, and one that somebody else chose for you',
        'Keep a weather diary for ten days',
        'Learn one recipe from somebody older than fifty',
        'Ten sums of your own making, with answers',
        'Rest',
      ]);
    },
  ],
  [
    'prospectus-2027-28.pdf',
    'Prospectus 2027-28',
    (paper) => {
      paper.text(
        'Hill Top School was founded in 1976 with 80 students, 4 teachers and 2 classrooms. Today more than 3000 students learn here, from nursery to class XII, for the ICSE and ISC examinations.',
      );
      paper.heading('What we look for');
      paper.text('Curiosity. Marks come afterwards.');
      paper.heading('Places');
      paper.list([
        'Nursery: 120 places',
        'LKG to class IX: as places fall free',
        'Class XI: science, commerce and humanities, after the results of class X',
      ]);
      paper.page();
      paper.heading('A day at school');
      paper.table(
        [90, 393],
        [
          ['Time', 'What happens'],
          ['7.45', 'Gates open'],
          ['8.00', 'Assembly'],
          ['8.20', 'Four lessons'],
          ['11.00', 'Break'],
          ['11.30', 'Three lessons'],
          ['13.45', 'Buses leave; clubs until 15.00'],
        ],
      );
    },
  ],
];

/** Writes the PDFs that the sample content names into `folder`. */
export async function writeCirculars(folder: string): Promise<void> {
  for (const [file, title, write] of CIRCULARS) await writePdf(join(folder, file), title, write);
}
