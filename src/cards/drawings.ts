/** Drawings of `public/art` for items without a picture: `scene-{name}.svg`, chosen by what an item's words are about. */

/** Words that name a subject, the most telling subjects first; `-` stands for further letters (`danc-`: dance, dancing). */
const SUBJECTS = {
  pool: 'swim- pool',
  ball: 'football cricket basketball volleyball hockey match- goal-',
  chess: 'chess carrom- board-games',
  flag: 'republic independence flag- parade- netaji স্বাধীনতা স্বতন্ত্রতা स्वतंत्रता गणतंत्र परेड प्रजातंत्र প্রজাতন্ত্র',
  drum: 'parade- band march-past marching परेड',
  tent: 'camp- trek- scout-',
  bus: 'excursion- trip- tour- bus buses route- transport picnic-',
  planet: 'planet- space astronom- eclipse',
  paint: 'paint- drawing- art- craft- poster-',
  mike: 'debate- elocution speech- speak- assembl- council election- investiture',
  kolam: 'danc- holi puja pongal onam rangoli folk',
  violin: 'orchestra- violin- recital-',
  music: 'music- sing- song- carol- orchestra choir- concert- रवींद्र संगीत গান গানের সংগীত রবীন্দ্রসংগীত',
  lamp: 'diwali christmas eid festival- tagore दीपावली दिवाली রবীন্দ্র-',
  sapling: 'sapling- plantation- planting',
  tree: 'tree- sapling- earth garden- pumpkin- camp- hill hills clean- swachh nature yoga',
  screen: 'comput- coding- online',
  robot: 'robot- coding comput- रोबोटिक्स',
  solar: 'solar energy electric-',
  blocks: 'nursery kindergarten lkg ukg pre-primary toy-',
  lab: 'scien- laborator- lab labs solar experiment-',
  track: 'athlet- sport- relay- karate race- kabaddi',
  stage: 'annual-day stage theatre drama play- farewell fete- teacher-',
  masks: 'annual-day theatre drama play-',
  cup: 'prize- win wins winner- won champion- result- topper- award- record- shield- medal- belt-',
  books: 'book- librar- exam- quiz- lesson- read- blog essay- syllabus date-sheet हिंदी',
  jumper: 'clothes uniform- blazer-',
  bell: 'holiday- vacation back opens open reopen- opening time- timetable begin- children-',
  board: 'notice- minute- committee- office closed closing admission- lost fee- information inform- form- circular-',
  school: 'school nursery visit- class classes welcome',
  hills: '',
  kites: '',
  bunting: '',
  leaves: '',
} as const satisfies Readonly<Record<string, string>>;

export type Drawing = keyof typeof SUBJECTS;

export function drawingUrl(name: Drawing | 'trophy'): string {
  return name === 'trophy' ? '/art/trophy.svg' : `/art/scene-${name}.svg`;
}

export const DRAWINGS = Object.keys(SUBJECTS) as Drawing[];

/** Drawings of no subject, for items whose own is taken nearby. */
const PLAIN: readonly Drawing[] = ['kites', 'leaves', 'bunting', 'hills', 'school', 'bell', 'board', 'books'];
/** Cards within which no drawing comes twice: all that the widest view shows; where too few drawings fit an item, those of a phone's. */
const APART = [16, 8] as const;

/** What tells each subject, as it stands in a text whose words have a space on both sides. */
const TELLING: readonly (readonly [Drawing, readonly string[]])[] = DRAWINGS.map((name) => {
  const words = SUBJECTS[name].split(' ').filter((word) => word !== '');
  return [name, words.map((word) => (word.endsWith('-') ? ` ${word.slice(0, -1)}` : ` ${word} `).replace(/(\w)-(\w)/, '$1 $2'))];
});

/** The drawings for an item's words, the most telling first; where they name no known subject, a plain one that depends on their letters. */
function candidatesOf(words: string): readonly Drawing[] {
  const text = ` ${words.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')} `;
  const subjects = TELLING.filter(([, told]) => told.some((word) => text.includes(word))).map(([name]) => name);
  if (subjects.length > 0) return subjects;
  let sum = 0;
  for (const letter of words) sum += letter.codePointAt(0) ?? 0;
  return [PLAIN[sum % PLAIN.length] ?? 'hills'];
}

export function drawingOf(words: string): Drawing {
  return candidatesOf(words)[0] ?? 'hills';
}

/** Drawings for the cards of a list, in order; `null` stands for a card that has a picture. Neighbours never share one. */
export function drawingsFor(cards: readonly (string | null)[]): (Drawing | undefined)[] {
  const chosen: (Drawing | undefined)[] = [];
  for (const words of cards) {
    const order = words === null ? [] : [...candidatesOf(words), ...PLAIN];
    const free = APART.map((apart) => order.find((name) => !chosen.slice(1 - apart).includes(name)));
    chosen.push(free.find((name) => name !== undefined));
  }
  return chosen;
}
