import { parse, YAMLParseError } from 'yaml';

export type Names = ReturnType<typeof namesOf>;

/** The school's whole name: "Hill Top School, Jamunapur". */
export const wholeName = ({ school, town }: Pick<Names, 'school' | 'town'>): string => `${school}, ${town}`;

/** The names in the text of `site.yaml`, for what is shown before it is checked: one that cannot be read is empty. */
export function namesOf(site: string) {
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
