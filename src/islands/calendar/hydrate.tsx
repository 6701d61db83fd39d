import { hydrateRoot } from 'react-dom/client';
import { Calendar } from './Calendar.tsx';
import type { Marks } from './entries.ts';

/** The value of a digit of any script, as a translated page may have them: each script's ten stand in order. */
function digitValue(digit: string): number {
  let code = digit.codePointAt(0) ?? 0;
  let value = -1;
  for (; /\p{Nd}/u.test(String.fromCodePoint(code)); code -= 1) value += 1;
  return value;
}

/** What the printed days say of their entries. Days are known by their places. */
function printedMarks(root: HTMLElement): Marks {
  const marks: Record<string, number> = {};
  let date = 0;
  for (const day of root.querySelectorAll('td')) {
    if (day.textContent) date += 1;
    const digits = day.querySelector('i')?.textContent.match(/\p{Nd}/gu) ?? [];
    // A translation may say it in words.
    if (day.querySelector('a')) marks[date] = Number(digits.map(digitValue).join('')) || 1;
  }
  return marks;
}

/** Hydrates the server-rendered calendar in `root`; its props are read from the markup, so that nothing is sent twice. */
export function hydrate(root: HTMLElement): void {
  const { today = '', files = '{}' } = root.dataset;
  const html = root.querySelector('.days')?.innerHTML ?? '';
  hydrateRoot(root, <Calendar today={today} index={JSON.parse(files).index} marks={printedMarks(root)} list={{ html }} />);
}
