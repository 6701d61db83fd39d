import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Digest, digestOf, digestOfJson } from '../lib/digest.ts';
import { readIfPresent, stampOf } from '../lib/files.ts';
import type { Settings } from '../lib/settings.ts';

/** What decides the version of the code, relative to the project's folder. */
export const CODE_PATHS = ['src', 'public', 'astro.config.mjs', 'tsconfig.json', 'package-lock.json'];

/** For a program that cannot load the code anew. */
export const OUTDATED = 'The code or the words changed while this program ran. Nothing was published; start it again.';

export function* filesBelow(path: string): Generator<string> {
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const full = join(path, entry.name);
    if (entry.isDirectory()) yield* filesBelow(full);
    else if (entry.isFile()) yield full;
  }
}

/** The settings that the bundler writes into pages and scripts, as variables of its environment. */
export function compiledSettings({ siteUrl, schoolCode, timeZone, publicContentServiceUrl, offlinePages }: Settings) {
  return {
    SITE_URL: siteUrl,
    SCHOOL_CODE: schoolCode,
    SCHOOL_TIME_ZONE: timeZone,
    PUBLIC_CONTENT_SERVICE_URL: publicContentServiceUrl ?? '',
    OFFLINE_PAGES: offlinePages,
  };
}

/** The digest of everything that decides what a page looks like besides content and day: code and the settings that reach pages. */
export function codeVersion(root: string, settings: Settings): Digest {
  const parts: unknown[] = [{ ...compiledSettings(settings), CLOSURE_MARK: settings.closureMark }];
  for (const name of CODE_PATHS) {
    const path = join(root, name);
    if (!existsSync(path)) continue;
    const files = name.includes('.') ? [path] : filesBelow(path);
    for (const file of files) {
      // Whoever changes branches takes files away while they are read.
      const bytes = readIfPresent(file);
      if (bytes) parts.push(relative(root, file).split(sep).join('/'), digestOf(bytes));
    }
  }
  return digestOfJson(parts);
}

/** Stamps of files and folders, by their paths. */
export type CodeStamps = ReadonlyMap<string, string>;

/** Of every file and folder that decides the version: adding and removing a file changes its folder. */
export function codeStamps(root: string): CodeStamps {
  const stamps = new Map<string, string>();
  for (const name of CODE_PATHS) {
    const path = join(root, name);
    const stamp = stampOf(path);
    stamps.set(path, stamp);
    if (name.includes('.') || stamp === '') continue;
    for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
      const below = join(entry.parentPath, entry.name);
      stamps.set(below, stampOf(below));
    }
  }
  return stamps;
}

export function isSameCode(one: CodeStamps, other: CodeStamps): boolean {
  return one.size === other.size && one.entries().every(([path, stamp]) => other.get(path) === stamp);
}
