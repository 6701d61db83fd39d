/** The project's `netlify.toml`: the settings below and the rules that all hosts share. */
import { type AddressRule, headerRules, missingRules, pageRules, redirectRules } from './rules.ts';

const SETTINGS = `# How the site is built and served by Netlify. Written by "npm run hosting" from src/hosting: change it there.
# The settings (CONTENT_SERVICE_URL, CONTENT_SERVICE_TOKEN, REBUILD_SECRET, BUILD_HOOK_URL ...) are environment
# variables of the Netlify site; this file holds none of them and no secret. SITE_URL may stay unset: the plugin takes
# the site's own address, and a deploy preview's for a preview.

[build]
  # Strict: a list that cannot be read and was never read before fails the build, and the live site stays.
  command = "npm run build -- --strict"
  publish = "dist"
  functions = "src/functions"
  edge_functions = "src/edge"

[build.environment]
  NODE_VERSION = "24"
  # The build checks dependencies against the lock file by itself.
  NPM_FLAGS = "--no-audit --no-fund"

# Files are served as they were built. Pretty URLs would put every address into lower case.
[build.processing]
  skip_processing = true

[build.processing.html]
  pretty_urls = false

[functions]
  node_bundler = "esbuild"

# Keeps CACHE_DIR and the compiled site between builds, ends a build before its first page when neither code nor content
# nor day has changed, records what was published in /state.json, and marks previews as noindex.
[[plugins]]
  package = "./scripts/netlify-plugin"

# /SubGallery?id=X: the edge function src/edge/album.ts answers with the album's page. An id that has none, and every id
# should the function fail, gets /SubGallery, whose script asks the content service. No rule with a query does that:
# it knows neither the escape of an id as a path nor whether the page exists.
`;

/** A value as a basic string of TOML; our values hold neither quotes nor control characters. */
const quoted = (value: string) => JSON.stringify(value);

function redirect({ from, to, status }: AddressRule): string {
  return `[[redirects]]\n  from = ${quoted(from)}\n  to = ${quoted(to)}\n  status = ${status}\n`;
}

function section(comment: string, blocks: readonly string[]): string {
  return `# ${comment}\n${blocks.join('\n')}`;
}

/** The whole file. */
export function netlifyToml(hsts?: string): string {
  const headers = headerRules(hsts).map(
    (rule) =>
      `[[headers]]\n  for = ${quoted(rule.for)}\n  [headers.values]\n${Object.entries(rule.headers)
        .map(([name, value]) => `    ${name} = ${quoted(value)}\n`)
        .join('')}`,
  );
  return [
    SETTINGS,
    section('Each page under its own spelling, so that upper-case letters are kept.', pageRules().map(redirect)),
    section('Unknown addresses below a page, before a rule for another spelling could catch them.', missingRules().map(redirect)),
    section('Other spellings and names. What no rule and no file answers gets 404.html.', redirectRules().map(redirect)),
    section('Headers. Pages are revalidated by their ETag, which is Netlify’s default.', headers),
  ].join('\n');
}
