import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Digest, digestOf, digestOfJson } from '../lib/digest.ts';
import { readIfPresent, stampOf } from '../lib/files.ts';
import type { Settings } from '../lib/settings.ts';

/** What decides the version of the code, relative to the project's folder. */
export const CODE_PATHS = ['src', 'public', 'astro.config.mjs', 'tsconfig.json', 'package-lock.json'];

/** For a program that cannot load the code anew. */
export const OUTDATED = 'The code or the words changed while this program ran. Nothing was published; start it again.';

/** Every file and folder that decides the version, also one that may come. */
function codePaths(root: string): { readonly path: string; readonly isFolder: boolean }[] {
  return CODE_PATHS.flatMap((name) => {
    const path = join(root, name);
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    const below = isFolder ? readdirSync(path, { withFileTypes: true, recursive: true }) : [];
    const entries = below.map((entry) => ({ path: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() }));
    return [{ path, isFolder }, ...entries];
  });
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
  const files = codePaths(root).flatMap(({ path, isFolder }): [string, Digest][] => {
    // Whoever changes branches takes files away while they are read.
    const bytes = isFolder ? null : readIfPresent(path);
    return bytes ? [[relative(root, path).split(sep).join('/'), digestOf(bytes)]] : [];
  });
  const inOrder = files.sort(([one], [other]) => (one < other ? -1 : 1));
  return digestOfJson([{ ...compiledSettings(settings), CLOSURE_MARK: settings.closureMark }, ...inOrder]);
}

/** Stamps of files and folders, by their paths. */
export type CodeStamps = ReadonlyMap<string, string>;

/** Adding and removing a file changes its folder. */
export const codeStamps = (root: string): CodeStamps => new Map(codePaths(root).map(({ path }) => [path, stampOf(path)]));

export function isSameCode(one: CodeStamps, other: CodeStamps): boolean {
  return one.size === other.size && one.entries().every(([path, stamp]) => other.get(path) === stamp);
}
