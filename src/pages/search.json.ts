import type { APIRoute } from 'astro';
import { facts, words } from '../content/words.ts';
import type { SearchPage, SearchStatics } from '../types/search.ts';
import { PAGE_GROUPS } from './_pageGroups.ts';
import { PAGE_BLOCKS, PAGE_WORDS, wordsAt } from './_pageWords.ts';

const { ignored, kinds, same, answers } = words.search;
const pages = PAGE_GROUPS.flatMap((group) => group.pages);
const titles = new Map(pages.map(({ href, label }) => [href, label]));

function pageOf({ href, label }: (typeof pages)[number]): SearchPage {
  const sections: (readonly [heading: string, lines: string[]])[] = [['', []]];
  for (const { text, isHeading } of PAGE_BLOCKS[href] ?? []) {
    if (isHeading) sections.push([text, []]);
    else sections.at(-1)?.[1].push(text);
  }
  return {
    href,
    title: label,
    description: PAGE_WORDS[href]?.description ?? '',
    sections: sections
      .filter(([heading, lines]) => heading || lines.length > 0)
      .map(([heading, lines]) => [heading, lines.join('\n')]),
  };
}

/** What names a class, at the beginning of a row of fees. */
const CLASS =
  /^(?:class(?:es)?|std|standards?|grades?|nursery|pre|play|montessori|junior|primary|middle|secondary|senior|higher|l?kg|ukg|[ivx]+|\d{1,2}(?:st|nd|rd|th)?|कक्षा|नर्सरी|শ্রেণি|নার্সারি)(?![\p{L}\p{M}])/iu;

/** The table of fees by class, and what stands below it up to the next heading; nothing where the page has no such table. */
function feesByClass() {
  const blocks = PAGE_BLOCKS['/Fees'] ?? [];
  const isClass = ({ row }: (typeof blocks)[number]) => CLASS.test(row?.cells[0] ?? '');
  const first = blocks.findIndex(isClass);
  const end = blocks.findIndex(({ isHeading }, at) => isHeading && at > first);
  const section = first < 0 ? [] : blocks.slice(first, end < 0 ? undefined : end);
  const length = section.findIndex(({ row }) => row === undefined);
  const rows = length < 0 ? section : section.slice(0, length);
  return { rows: rows.flatMap(({ row }) => row ?? []), notes: section.slice(rows.length).map(({ text }) => text) };
}

const statics: Omit<SearchStatics, 'schoolDays'> = {
  ignored,
  kinds,
  same,
  pages: pages.map(pageOf),
  documents: words.downloads.documents.map(({ label, href }) => ({ href, title: label })),
  answers: answers.map(({ from, href, label, ...rest }) => ({
    ...rest,
    href,
    page: label ?? titles.get(href.replace(/#.*/, '')) ?? href,
    from: typeof from === 'string' ? from : from.flatMap(wordsAt),
  })),
  fees: feesByClass(),
  phones: facts.phones,
  schoolWeek: words.calendar.week,
};

/** The words of the static pages, what the search knows of words, and what the calendar tells of school on each day: read when somebody types. */
export const GET: APIRoute = ({ locals }) => {
  const known: SearchStatics = { ...statics, schoolDays: locals.reader.schoolDays() };
  return new Response(JSON.stringify(known), { headers: { 'content-type': 'application/json' } });
};
