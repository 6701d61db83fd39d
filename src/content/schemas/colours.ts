import { z } from 'zod';
import { each } from './fields.ts';

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'must be a colour of six lower-case digits in quotation marks, such as "#0e4636"');

const dark = z.strictObject({
  ...each(colour, 'paper', 'card', 'tint', 'line', 'edge', 'ink', 'mute', 'link', 'accent', 'bad', 'brand', 'deep'),
});
const light = dark.extend(each(colour, 'cream', 'bright', 'red', 'gold', 'blue'));

/** Pairs of a text's colour and the one behind it: WCAG 2.2, 1.4.3 asks for a contrast of 4.5:1. */
const TEXT_PAIRS = [
  ...['ink', 'mute', 'link', 'accent', 'bad'].flatMap((text) => ['paper', 'card', 'tint'].map((behind) => [text, behind])),
  ...['brand', 'deep', 'red', 'gold', 'blue'].map((behind) => ['cream', behind]),
  ['bright', 'brand'],
  ['deep', 'bright'],
] as const;

/** Relative luminance of WCAG, 0 (black) to 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

/** The school's colours by role; the dark scheme keeps those that it does not name. */
export const colours = z.strictObject({ light, dark }).check(({ value, issues }) => {
  for (const [scheme, own] of Object.entries({ light: value.light, dark: { ...value.light, ...value.dark } })) {
    const named: Readonly<Record<string, string>> = own;
    for (const [text = '', behind = ''] of TEXT_PAIRS) {
      const found = contrast(named[text] ?? '', named[behind] ?? '');
      if (found >= 4.5) continue;
      const message = `has a contrast of ${found.toFixed(1)}:1 on ${behind}, and text needs 4.5:1`;
      issues.push({ code: 'custom', path: [scheme, text], message, input: value });
    }
  }
});
export type Colours = z.output<typeof colours>;
