/** Drawings of `public/art` for items without a picture: `scene-{name}.svg`, chosen by what an item's words are about. */

const SUBJECTS = {
  music: /music|sing|song|carol|danc|orchestra|choir|रवींद्र|গান|সংগীত/,
  lamp: /diwali|puja|christmas|holi|eid|festival|tagore|दीपावली|রবীন্দ্র/,
  tree: /tree|sapling|earth|garden|camp|hill|excursion|picnic|clean|swachh/,
  lab: /scien|comput|robot|laborator|planetarium|solar|experiment|bridge|रोबोटिक्स/,
  track: /athlet|sport|football|cricket|swim|relay|karate|yoga|basketball|chess|match|parade|परेड/,
  cup: /prize|win|won|champion|result|topper|award|record|shield|medal|belt/,
  stage: /annual day|stage|theatre|drama|elocution|investiture|farewell|fete|children|teacher/,
  books: /book|librar|exam|quiz|lesson|reading|blog|essay|हिंदी/,
  board: /notice|office|close|opening|time|uniform|admission|holiday|lost|fee|inform|welcome/,
  school: /school|nursery|visit|independence|republic|स्वतंत्रता|স্বাধীনতা/,
  hills: /(?!)/,
} as const satisfies Readonly<Record<string, RegExp>>;

export type Drawing = keyof typeof SUBJECTS;

const NAMES = Object.keys(SUBJECTS) as Drawing[];
/** Cards within which no drawing comes twice: more than one view shows. */
const APART = 8;

/** The drawing for an item's words; where they name no known subject, one that depends on their letters. */
export function drawingOf(words: string): Drawing {
  const text = words.toLowerCase();
  const subject = NAMES.find((name) => SUBJECTS[name].test(text));
  if (subject) return subject;
  let sum = 0;
  for (const letter of text) sum += letter.codePointAt(0) ?? 0;
  return NAMES[sum % NAMES.length] ?? 'hills';
}

/** Drawings for the cards of a list, in order; `null` stands for a card that has a picture. Neighbours never share one. */
export function drawingsFor(cards: readonly (string | null)[]): (Drawing | undefined)[] {
  const chosen: (Drawing | undefined)[] = [];
  for (const words of cards) {
    const near = chosen.slice(-APART);
    const first = words === null ? -1 : NAMES.indexOf(drawingOf(words));
    const order = first < 0 ? [] : [...NAMES.slice(first), ...NAMES.slice(0, first)];
    chosen.push(order.find((name) => !near.includes(name)));
  }
  return chosen;
}
