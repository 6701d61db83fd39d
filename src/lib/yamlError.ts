import type { YAMLParseError } from 'yaml';

/** What a text without quotation marks leads to when it holds `: ` or goes on in the next line. */
const UNQUOTED: readonly string[] = ['BLOCK_AS_IMPLICIT_KEY', 'MULTILINE_IMPLICIT_KEY'];

/** Why a text is no YAML, in one sentence with the line, and what usually mends it. */
export function whyNoYaml({ code, message }: YAMLParseError): string {
  const [first = ''] = message.split('\n', 1);
  return `${first.replace(/[\s:.]+$/, '')}.${UNQUOTED.includes(code) ? ' Put the text in quotes.' : ''}`;
}
