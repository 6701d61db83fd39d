/** The register of certificates, and the references under which one can be fetched. */
import { randomBytes } from 'node:crypto';

/** Milliseconds in which a certificate can be fetched after it was asked for. */
const LIFETIME = 10 * 60_000;

/** One name or number however it was typed: without case and without the spaces between words. */
function plain(value: unknown): string {
  return String(value ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** A name also without its apostrophes and points, of which a phone types others: D'Souza, D’Souza, DSouza. */
const plainName = (value: unknown): string => plain(plain(value).replace(/[.'’‘ʼ`´]/g, ''));

interface Certificate {
  readonly admission: unknown;
  readonly name: unknown;
  /** The file that holds it. */
  readonly image: string;
}

/** The entries of the register that name a file. */
export function readRegister(entries: readonly unknown[]): Certificate[] {
  return entries.flatMap((entry) => {
    const { admission, name, image } = Object(entry) as Record<string, unknown>;
    return typeof image === 'string' ? [{ admission, name, image }] : [];
  });
}

/** The file issued for this admission number to a student of this name, or null. */
export function certificateOf(register: readonly Certificate[], admission: string, name: string): string | null {
  const holder = plainName(name);
  if (holder === '') return null;
  const found = register.find((entry) => plain(entry.admission) === plain(admission) && plainName(entry.name) === holder);
  return found?.image ?? null;
}

/** Files that can be fetched for a while by a reference that nobody can guess. */
export type Grants = ReturnType<typeof createGrants>;

export function createGrants(now: () => number) {
  const grants = new Map<string, { readonly path: string; readonly until: number }>();
  const dropExpired = (): void => {
    for (const [reference, { until }] of grants) if (until <= now()) grants.delete(reference);
  };
  return {
    /** A new reference of 128 random bits for a file. */
    issue(path: string) {
      dropExpired();
      const reference = randomBytes(16).toString('hex');
      grants.set(reference, { path, until: now() + LIFETIME });
      return reference;
    },
    /** The file of a reference that has not run out, or null. */
    resolve(reference: string) {
      dropExpired();
      return grants.get(reference)?.path ?? null;
    },
  };
}
