/** Command-line arguments: described once a command, from which parsing and `--help` follow. */
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { fail, type Result, succeed } from '../../src/lib/result.ts';

export interface Option {
  readonly type: 'boolean' | 'string';
  readonly help: string;
  /** Stands for the value in the help text: `FILE`. */
  readonly value?: string;
  readonly default?: string;
}

export interface Positional {
  /** Stands for the argument in the help text: `PATH`. */
  readonly name: string;
  readonly help: string;
  readonly required?: boolean;
  /** Takes all arguments that follow. */
  readonly many?: boolean;
}

export type Options = Readonly<Record<string, Option>>;

export interface Description<Known extends Options> {
  /** As npm knows it. */
  readonly name: string;
  readonly summary: string;
  readonly options?: Known;
  readonly positionals?: readonly Positional[];
}

export type Values<Known extends Options> = {
  readonly [Name in keyof Known]: Known[Name]['type'] extends 'boolean'
    ? boolean
    : Known[Name] extends { readonly default: string }
      ? string
      : string | undefined;
};

export interface Arguments<Known extends Options> {
  readonly values: Values<Known>;
  readonly positionals: readonly string[];
}

/** What npm runs without `run`. */
const SHORT = new Set(['start', 'test']);

export const spoken = (name: string) => (SHORT.has(name) ? `npm ${name}` : `npm run ${name}`);

const flagOf = (name: string, { value }: Option) => `--${name}${value ? ` ${value}` : ''}`;

function placeOf({ name, required, many }: Positional): string {
  const place = many ? `${name}...` : name;
  return required ? place : `[${place}]`;
}

/** Usage, summary and every argument of a command. */
export function helpText({ name, summary, options = {}, positionals = [] }: Description<Options>): string {
  const rows = [
    ...positionals.map((positional) => [positional.name, positional.help]),
    ...Object.entries(options).map(([option, known]) => [
      flagOf(option, known),
      known.default === undefined ? known.help : `${known.help} Default: ${known.default}.`,
    ]),
    ['--help', 'Print this and do nothing else.'],
  ];
  const width = Math.max(...rows.map(([argument = '']) => argument.length));
  return [
    `Usage: ${[spoken(name), '--', '[options]', ...positionals.map(placeOf)].join(' ')}`,
    '',
    summary,
    '',
    ...rows.map(([argument = '', help = '']) => `  ${argument.padEnd(width)}  ${help}`),
  ].join('\n');
}

/** The line of `parseArgs` without its advice about other ways to spell it. */
function firstSentence(error: Error): string {
  const [line = ''] = error.message.split('\n', 1);
  return (line.split(/\. (?=[A-Z])/, 1)[0] ?? line).replace(/\.$/, '');
}

/** The arguments of a command, `'help'` when that is asked for, or one line that names what is unknown or missing. */
export function readArguments<Known extends Options>(
  description: Description<Known>,
  args: readonly string[],
): Result<Arguments<Known> | 'help', 'usage'> {
  const { name, positionals: known = [] } = description;
  const options: Options = description.options ?? {};
  const refuse = (what: string) => fail('usage', `${stripVTControlCharacters(what)}. See "${spoken(name)} -- --help".`);
  try {
    const all = { ...options, help: { type: 'boolean' as const } };
    const { values, positionals } = parseArgs({ args: [...args], options: all, allowPositionals: true });
    if (values.help) return succeed('help');
    const extra = known.some(({ many }) => many) ? undefined : positionals[known.length];
    if (extra !== undefined) return refuse(`Unexpected argument ${JSON.stringify(extra)}`);
    // As of a script's variable that was never set.
    const blank = positionals.findIndex((positional) => positional.trim() === '');
    if (blank >= 0) return refuse(`${known[Math.min(blank, known.length - 1)]?.name} is empty`);
    const missing = known[positionals.length];
    if (missing?.required) return refuse(`${missing.name} is missing`);
    const flags = Object.keys(options).filter((option) => options[option]?.type === 'boolean');
    const complete: Record<string, unknown> = { ...Object.fromEntries(flags.map((flag) => [flag, false])), ...values };
    return succeed({ values: complete as Values<Known>, positionals });
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      return refuse(firstSentence(error));
    throw error;
  }
}
