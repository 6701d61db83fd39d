import type { YAMLError } from 'yaml';

/** Begins the one line that says what is wrong with the words; it passes through the bundler's output. */
export const MISTAKE = 'A mistake in src/content: ';

/** What a text without quotation marks leads to when it holds `: `, begins with a sign or a quotation, or goes on in the next line. */
const UNQUOTED: readonly string[] = [
  'BAD_SCALAR_START',
  'BLOCK_AS_IMPLICIT_KEY',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'UNEXPECTED_TOKEN',
];

/** Characters of a message that are kept at its start, and at its end with the line. */
const KEPT = [140, 50] as const;

/** What a merge leaves that git could not make by itself. */
const CONFLICT = /^(?:<{7}|>{7}) /m;

/** What is wrong with a file that holds both versions of a merge; null: it does not. */
export const whyConflict = (text: string): string | null =>
  CONFLICT.test(text) ? 'has two versions between <<<<<<< and >>>>>>>; keep one of them' : null;

/** The first line of a message, cut: some quote all of what is wrong. */
export function firstLine(message: string): string {
  const [line = ''] = message.split('\n', 1);
  return line.length > KEPT[0] + KEPT[1] ? `${line.slice(0, KEPT[0])}…${line.slice(-KEPT[1])}` : line;
}

/** Why a text is no YAML, in one sentence with the line, and what usually mends it. */
export function whyNoYaml({ code, message }: YAMLError): string {
  return `${firstLine(message).replace(/[\s:.]+$/, '')}.${UNQUOTED.includes(code) ? ' Put the text in quotes.' : ''}`;
}
