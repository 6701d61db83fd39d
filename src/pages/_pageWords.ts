/** The static pages by path, with their words cut into the paragraphs that the search looks in and shows. */
import type { Table } from '../content/schemas/fields.ts';
import type { Words } from '../content/schemas/index.ts';
import { facts, words } from '../content/words.ts';
import type { SearchLine, SearchTableRow } from '../types/search.ts';

const markdown = import.meta.glob<string>('../content/*.md', { eager: true, query: '?raw', import: 'default' });

type PageWords = Pick<Words['about'], 'title' | 'description'>;

/** Each page's words, the most telling ones first. */
export const PAGE_WORDS: Readonly<Record<string, PageWords>> = {
  '/About': words.about,
  '/Admission': words.admission,
  '/Attendance': words.attendance,
  '/Calendar': words.calendar,
  '/Careers': words.forms.careers,
  '/Club': words.club,
  '/CodeConduct': words['code-conduct'],
  '/CodeStudents': words['code-students'],
  '/ContactUs': words.forms.contact,
  '/Downloads': words.downloads,
  '/ErpSoftware': words.erp,
  '/Exam': words.exam,
  '/Facility': words.facility,
  '/Fees': words.fees,
  '/HillTopFamily': words.family,
  '/Magazine': words.magazine,
  '/Pphelp': words.pphelp,
  '/Privacy': words.privacy,
  '/PrincipalMessage': words['principal-message'],
  '/Reflections': words.reflections,
  '/StudentBlog': words['student-blog'],
  '/StudentCouncil': words.council,
  '/Suggestion': words.forms.suggestion,
  '/Tc': words.forms.certificate,
  '/TeacherBlog': words['teacher-blog'],
  '/VisionMission': words.vision,
  '/Withdrawals': words.withdrawals,
};

/** `row`: of a table, which the text tells as a sentence. */
type Block = { readonly text: string; readonly isHeading: boolean; readonly row?: SearchTableRow };

const heading = (text: string): Block => ({ text, isHeading: true });
const paragraph = (text: string, row?: SearchTableRow): Block => ({
  text: /[\p{L}\p{N})%]$/u.test(text) ? `${text}.` : text,
  isHeading: false,
  ...(row !== undefined && { row }),
});

const ADDRESS = /^(?:\/|[a-z]+:)\S*$/;
/** Fields that are no words of the page, or stand there only when there is nothing else. */
const SILENT =
  /^(?:fallback|href|src|alt|width|height|colour|portrait|screen|kind|fact|picture|image|date|embed|section|code|cover)$/i;
const NAMING = /^(?:heading|name|title|year|figure|label|post|classes|placeholder|author|of|role)$/;
/** Fields whose number says nothing without their name. */
const COUNTING = /^(?:since|page)$/;

const isPrimitive = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** `viceCaptainBoy` as "Vice captain boy". */
function spoken(field: string): string {
  const spaced = field.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** The words of a value of YAML, in its order; `field` is its name. */
function blocksIn(value: unknown, field = ''): Block[] {
  if (isPrimitive(value)) return /heading$/i.test(field) ? [heading(String(value))] : [paragraph(String(value))];
  if (Array.isArray(value)) return value.flatMap((one) => (ADDRESS.test(String(one)) ? [] : blocksIn(one)));
  // A link names what stands elsewhere.
  return typeof value === 'object' && value !== null && !('href' in value) ? blocksOfObject(value, field) : [];
}

const isTable = (value: object): value is Pick<Table, 'columns' | 'rows'> => 'columns' in value && 'rows' in value;

/** What stands before a name that follows another: "14 to 1 in the whole school", "Rs. 25: Late fine in the next month.". */
const joint = (name: string) => (/^\p{Ll}/u.test(name) ? ' ' : name.endsWith('.') ? ': ' : ', ');

function blocksOfObject(value: object, field: string): Block[] {
  const fields = Object.entries(value).filter(
    ([name, one]) => !SILENT.test(name) && typeof one !== 'boolean' && !(isPrimitive(one) && ADDRESS.test(String(one))),
  );
  const plain = fields.filter(([, one]) => isPrimitive(one));
  const names = plain.filter(([name]) => NAMING.test(name)).map(([, one]) => one);
  const others = plain.filter(([name]) => !NAMING.test(name));
  if (plain.length === fields.length) {
    const said = others
      .map(([name, one]) => paragraph(COUNTING.test(name) ? `${spoken(name)} ${one}` : String(one)).text)
      .join(' ');
    const named = names.map(String).reduce((all, name) => `${all}${all && joint(name)}${name}`, '');
    const what = /[a-z]/.test(field) && others.every(([, one]) => String(one).length < 40) ? `${spoken(field)}: ` : '';
    return [paragraph(named && said ? `${what}${named}${/[?!.]$/.test(named) ? '' : ':'} ${said}` : `${what}${named}${said}`)];
  }
  const below = fields.filter(([name, one]) => !(isPrimitive(one) && NAMING.test(name)) && name !== 'columns');
  return [
    ...(names.length > 0 ? [heading(names.join(', '))] : []),
    ...below.flatMap(([name, one]) => {
      if (name === 'rows' && isTable(value)) return value.rows.map((row) => rowOf(row, value.columns));
      return isPrimitive(one) && String(one).length < 40 && !/heading$|text|lead|intro/i.test(name)
        ? [paragraph(`${spoken(name)}: ${one}`)]
        : blocksIn(one, name);
    }),
  ];
}

const bare = (text: string) =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[*[\]]|\b_|_\b/g, '')
    .replace(/\s+/g, ' ')
    .trim();
const cellsOf = (line: string) => line.split('|').slice(1, -1).map(bare);

/** A row as a sentence: "Classes VI to VIII: Rs. 2,400 a month.", where cells have commas "Shirt – summer: White, half sleeves." */
function rowOf(whole: readonly string[], names: readonly string[]): Block {
  const [first = '', ...cells] = whole;
  const [name = '', ...columns] = names;
  const row = { columns: names, cells: whole };
  const what = /^[IVX]+\b/.test(first) ? `${name} ${first}` : first;
  const lists = cells.length > 1 && cells.some((cell) => cell.includes(', '));
  const named = cells.map((cell, at) => {
    const column = columns[at] ?? '';
    const said = `${column.charAt(0).toLowerCase()}${column.slice(1)}`;
    return said.startsWith('a ') ? `${cell} ${said}` : `${said}${lists ? ':' : ''} ${cell}`;
  });
  if (lists) return paragraph(`${what} – ${named.join('; ')}`, row);
  return paragraph(`${what}: ${cells.length === 1 ? cells[0] : named.join(', ')}`, row);
}

/** The words of a Markdown file: a list's item or a table's row is a paragraph. */
function blocksOfMarkdown(text: string): Block[] {
  const parts = text.replace(/^---[\s\S]*?\n---/, '').split(/\n\s*\n|\n(?=(?:[-*]|\d+\.) |#)|(?<=^#.*)\n/m);
  const blocks = parts.flatMap((part) => {
    const words = part.trim();
    if (words.startsWith('#')) return [heading(bare(words.replace(/^#+/, '')))];
    if (!words.startsWith('|')) return [paragraph(bare(words.replace(/^(?:[-*]|\d+\.) +/, '')))];
    const [columns = [], , ...rows] = words.split('\n').map(cellsOf);
    return rows.map((row) => rowOf(row, columns));
  });
  return blocks.filter((block) => block.text !== '');
}

/** `/CodeConduct` is written in `code-conduct.md`, if it has a body. */
function blocksOf(path: string, { title: _title, description: _description, ...rest }: PageWords): Block[] {
  const name = path
    .slice(1)
    .replace(/\B[A-Z]/g, '-$&')
    .toLowerCase();
  return [...blocksIn(rest), ...blocksOfMarkdown(markdown[`../content/${name}.md`] ?? '')];
}

const TELEPHONES = facts.phones.map((phone, at) => `${facts.phonesFor[at]}: ${phone}`);

const FACTS: Readonly<Record<string, readonly Block[]>> = {
  '/ContactUs': [
    paragraph(`Office hours: ${facts.officeHours.join('; ')}`),
    ...TELEPHONES.map((text) => paragraph(text)),
    paragraph(`Email: ${facts.emails.join(', ')}`),
    paragraph(`Address: ${facts.address.join(', ')}`),
  ],
  '/Pphelp': [paragraph(`School code: ${facts.schoolCode}`), ...facts.appStores.map(({ label }) => paragraph(label))],
};

/** The words of the static pages by path, in their order; the title left out. */
export const PAGE_BLOCKS: Readonly<Record<string, readonly Block[]>> = Object.fromEntries([
  ['/', blocksIn({ welcome: words.home.welcome, about: words.home.about, segments: words.home.segments })],
  ...Object.entries(PAGE_WORDS).map(([path, page]) => [path, [...(FACTS[path] ?? []), ...blocksOf(path, page)]]),
]);

/**
 * What an address in words names: a path of fields, in which a list's entry goes by its name or heading, or a row by its
 * beginning (`facility.buses.rows.Clock Tower`), or a page's heading (`/Fees#When to pay`). Throws where there is nothing.
 */
export function wordsAt(address: string): SearchLine[] {
  const found = (address.startsWith('/') ? below(address) : blocksAt(address.split('.'))).map(({ text, row }) => row ?? text);
  if (found.length === 0)
    throw new Error(
      `search.yaml: answers: there are no words at "${address}". Name a field of src/content or a heading of a page.`,
    );
  return found;
}

/** A row without its table: each of its cells by its column, and of one cell what it answers. */
function cellsAlone([first = '', ...cells]: readonly string[], [, ...columns]: readonly string[]): Block[] {
  if (cells.length > 1) return cells.map((cell, at) => paragraph(`${columns[at]}: ${cell}`));
  return cells.map((cell) => paragraph(first.endsWith('?') ? cell : `${first}: ${cell}`));
}

function below(address: string): Block[] {
  const [path = '', title = ''] = address.split('#');
  const blocks = PAGE_BLOCKS[path] ?? [];
  const from = blocks.findIndex((block) => block.isHeading && block.text === title) + 1;
  const to = blocks.findIndex((block, at) => at >= from && block.isHeading);
  return from > 0 ? blocks.slice(from, to < 0 ? undefined : to) : [];
}

function blocksAt(fields: readonly string[]): Block[] {
  let value: unknown = { ...words, site: { ...facts, telephones: TELEPHONES } };
  for (const [at, field] of fields.entries()) {
    const holder: unknown = value;
    if (field === 'rows' && typeof holder === 'object' && holder !== null && isTable(holder)) {
      const name = fields[at + 1];
      if (name === undefined) return holder.rows.map((row) => rowOf(row, holder.columns));
      return holder.rows.filter(([first = '']) => first.startsWith(name)).flatMap((row) => cellsAlone(row, holder.columns));
    }
    value = Array.isArray(holder)
      ? holder.find((one: { readonly name?: unknown; readonly heading?: unknown }) => (one?.name ?? one?.heading) === field)
      : (holder as Readonly<Record<string, unknown>> | undefined)?.[field];
  }
  return blocksIn(
    typeof value === 'object' && value !== null && 'name' in value && !Array.isArray(value) && 'text' in value
      ? value.text
      : value,
  );
}
