/** Keeps secrets out of what is published: every new file is looked through before it may go live. */
import { readFile } from 'node:fs/promises';
import type { RenderingWorld, SuppliedFile, World } from '../engine/types.ts';
import { fail, type Result } from '../lib/result.ts';
import type { Settings } from '../lib/settings.ts';
import type { WorldData } from './elsewhere.ts';

export interface Secret {
  /** The setting's name, for the message. */
  readonly name: string;
  readonly value: string;
}

/** Shorter ones are found by chance in any text, and are no secrets. */
const SHORTEST = 8;
/** Pixels are encoded anew by us and hold no text. */
const PICTURE = /\.(?:webp|png|jpe?g|ico)$/;

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' };

/** A secret as it may stand in a page, in a script's data and in an address. */
function spellings(value: string): Buffer[] {
  const inMarkup = value.replaceAll(/[&<>"']/g, (character) => MARKUP[character] ?? character);
  const all = [
    value,
    inMarkup,
    inMarkup.replaceAll('&#34;', '&quot;'),
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
  ];
  return [...new Set(all)].map((spelling) => Buffer.from(spelling));
}

class Found extends Error {}

/** Digests of supplied files that were looked through, by this process and for its secrets. */
const looked = new Set<string>();

function checkerFor(secrets: readonly Secret[]): (path: string, bytes: Uint8Array) => void {
  const known = secrets.map(({ name, value }) => ({ name, spellings: spellings(value) }));
  return (path, bytes) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const found = known.find(({ spellings }) => spellings.some((spelling) => buffer.includes(spelling)));
    if (!found) return;
    throw new Found(`${path} would publish the value of ${found.name}. Take it out of there, or change the secret.`);
  };
}

/** A world that throws rather than render a file with a secret in it. */
export function rendersNoSecrets<Some extends RenderingWorld>(world: Some, secrets: readonly Secret[]): Some {
  const check = checkerFor(secrets);
  return {
    ...world,
    async render(page) {
      const rendered = await world.render(page);
      for (const { path, bytes } of rendered.files) check(path, bytes);
      return rendered;
    },
  };
}

/** A world that throws `Found` rather than hand out a file with a secret in it. */
function withoutSecrets(world: World, secrets: readonly Secret[]): World {
  const check = checkerFor(secrets);

  async function checkSupplied(files: readonly SuppliedFile[]): Promise<void> {
    for (const { path, source, digest } of files) {
      if (looked.has(digest) || PICTURE.test(path)) continue;
      check(path, await readFile(source));
      looked.add(digest);
    }
  }
  function elsewhere() {
    const there = world.elsewhere?.();
    return there && { ...there, data: { ...(there.data as WorldData), secrets } };
  }

  return {
    ...rendersNoSecrets(world, secrets),
    elsewhere,
    async assets() {
      const files = await world.assets();
      await checkSupplied(files);
      return files;
    },
    async supply(group, afresh) {
      const files = await world.supply(group, afresh);
      if (files) await checkSupplied(files);
      return files;
    },
  };
}

/**
 * Rebuilds from a world out of which no secret comes: every new file is looked through, and one that holds a secret
 * fails the rebuild, naming the file and the setting and not the value.
 */
export async function rebuildWithoutSecrets<Value, Reason extends string>(
  world: World,
  secrets: readonly Secret[],
  rebuild: (world: World) => Promise<Result<Value, Reason>>,
): Promise<Result<Value, Reason | 'secret'>> {
  const real = secrets.filter(({ value }) => value.length >= SHORTEST);
  if (real.length === 0) return rebuild(world);
  try {
    return await rebuild(withoutSecrets(world, real));
  } catch (error) {
    if (error instanceof Found) return fail('secret', `${error.message} Nothing was published.`);
    throw error;
  }
}

/** The settings that must never be published. */
export function secretsOf(settings: Settings): Secret[] {
  const { contentServiceToken, rebuildSecret, deskPassword, buildHookUrl, deploy, state } = settings;
  const bucket = deploy?.target === 's3' ? deploy.bucket : state;
  const values = {
    CONTENT_SERVICE_TOKEN: contentServiceToken,
    REBUILD_SECRET: rebuildSecret,
    DESK_PASSWORD: deskPassword,
    BUILD_HOOK_URL: buildHookUrl,
    NETLIFY_AUTH_TOKEN: deploy?.target === 'netlify' ? deploy.token : null,
    AWS_SECRET_ACCESS_KEY: bucket?.secretAccessKey ?? null,
    CDN_PURGE_TOKEN: (deploy?.target === 's3' && deploy.purge?.token) || null,
  };
  return Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}
