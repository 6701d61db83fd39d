import { parse, YAMLParseError } from 'yaml';

/** The names that words hold as placeholders, such as `{town}`. */
export interface Names {
  readonly school: string;
  readonly shortName: string;
  readonly town: string;
}
const NAMES: readonly (keyof Names)[] = ['school', 'shortName', 'town'];

/** The school's whole name: "Hill Top School, Jamunapur". */
export function wholeName({ school, town }: Pick<Names, 'school' | 'town'>): string {
  return `${school}, ${town}`;
}

/** `text` with each placeholder replaced by its name, as `written` writes it. */
export function fillNames(text: string, names: Names, written = (name: string) => name): string {
  return NAMES.reduce((filled, name) => filled.replaceAll(`{${name}}`, written(names[name])), text);
}

/** A word in braces that is no placeholder, as it stands in `text`; null without one. */
export function unknownName(text: string): string | null {
  const known: readonly string[] = NAMES;
  return text.match(/\{\w+\}/g)?.find((found) => !known.includes(found.slice(1, -1))) ?? null;
}

/** The names in the text of `site.yaml`, for what is shown before it is checked: one that cannot be read is empty. */
export function namesOf(site: string): Names {
  const { school = '', shortName = '', town = '' } = factsIn(site);
  return { school: String(school), shortName: String(shortName), town: String(town) };
}

/** What the text of `site.yaml` holds, unchecked; nothing where it is no YAML. */
export function factsIn(site: string): Readonly<Record<string, unknown>> {
  try {
    return parse(site) ?? {};
  } catch (error) {
    if (error instanceof YAMLParseError) return {};
    throw error;
  }
}
