/** Keeps secrets out of what is published: every file is searched before the store takes it. */
import type { Settings } from '../lib/settings.ts';

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

/** Gives the engine's check of a file: one sentence that names file and setting, not the value; null: no secret is in it. */
export function createSecretCheck(secrets: readonly Secret[]): (path: string, bytes: Uint8Array) => string | null {
  const real = secrets.filter(({ value }) => value.length >= SHORTEST);
  const known = real.map(({ name, value }) => ({ name, spellings: spellings(value) }));
  return (path, bytes) => {
    if (PICTURE.test(path)) return null;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const found = known.find(({ spellings }) => spellings.some((spelling) => buffer.includes(spelling)));
    return found ? `${path} would publish the value of ${found.name}. Take it out of there, or change the secret.` : null;
  };
}

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
