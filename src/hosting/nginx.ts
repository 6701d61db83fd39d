/** An nginx site file that serves `dist/` and forwards the worker's addresses, or forwards everything. */
import {
  CACHE_FOREVER,
  CACHE_REVALIDATE,
  DIGEST_NAMED,
  DOCUMENT_FOLDERS,
  DOCUMENT_POLICY,
  SECURITY_HEADERS,
} from '../lib/headers.ts';
import { COMPRESSIBLE_TYPES, TYPES_BY_ENDING } from '../lib/mime.ts';
import { PLAIN_IDENTITY } from '../lib/paths.ts';
import { DYNAMIC, OTHER_NAMES } from '../lib/routes.ts';
import { generalHeaders, type ServerOptions, spellings } from './rules.ts';

const alternatives = (folders: readonly string[]) => folders.map((folder) => folder.slice(1, -1)).join('|');
const withoutCharset = (type: string) => type.split(';', 1)[0] ?? type;
// nginx compresses text/html and gives it a charset in any case, and warns when it is listed.
const listed = (types: readonly string[]) => [...new Set(types)].filter((type) => type !== 'text/html').join(' ');

/** A value of a directive, whatever characters it has. A path with a dollar sign cannot be written: nginx would take it for a variable. */
const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;

function maps(): string {
  const names = Object.entries(OTHER_NAMES).map(([from, to]) => `    "~^${from.replaceAll('.', '\\.')}/*$" ${to};`);
  const cases = spellings().map(({ page, tail }) => `    "~*^${page}(?<tail>${tail})/*$" ${page}$tail;`);
  return `# Redirects from other spellings, a slash at the end and old names.
map $uri $site_right {
    default "";
${[...names, ...cases].join('\n')}
}
map "$site_right|$uri" $site_is_wrong {
    default 1;
    "~^\\|" 0;
    "~^(?<same>.+)\\|\\k<same>$" 0;
}
# An album by its id; "~" names no file, as it only ever stands before two digits.
map $arg_id $site_album {
    default "~";
    "~^${PLAIN_IDENTITY}$" $arg_id;
}
map "$status $uri" $site_cache {
    default "${CACHE_REVALIDATE}";
    "~^(?:200|206|304) /(?:${alternatives(DIGEST_NAMED)})/" "${CACHE_FOREVER}";
    "~^404 " "no-cache";
}
map $uri $site_policy {
    default "${SECURITY_HEADERS['Content-Security-Policy']}";
    "~^/(?:${alternatives(DOCUMENT_FOLDERS)})/" "${DOCUMENT_POLICY}";
}
`;
}

/** Directives that forward to the worker, which limits bodies itself and answers larger ones in its own words. */
function forward(workerUrl: string): string {
  return `        client_max_body_size 33m;
        proxy_pass ${workerUrl};
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Proto $scheme;
`;
}

/** nginx reads brotli copies only with a module that is built apart. */
const PRECOMPRESSED = `    gzip_static on;
    # With the module ngx_brotli:
    # brotli_static on;
`;

function files(options: ServerOptions): string {
  const { root, workerUrl, isPrecompressed } = options;
  const types = Object.entries(TYPES_BY_ENDING);
  const withCharset = types.filter(([, type]) => type.includes('charset')).map(([, type]) => withoutCharset(type));
  return `    root ${quoted(root)};
    types {
${types.map(([ending, type]) => `        ${withoutCharset(type)} ${ending};`).join('\n')}
    }
    default_type application/octet-stream;
    charset utf-8;
    charset_types ${listed(withCharset)};
    disable_symlinks off;

    gzip on;
    gzip_vary on;
    gzip_proxied any;
    gzip_comp_level 6;
    gzip_min_length 1000;
    gzip_types ${listed(COMPRESSIBLE_TYPES)};
${isPrecompressed ? PRECOMPRESSED : ''}
${generalHeaders(options)
  .map(([name, value]) => `    add_header ${name} "${value}" always;`)
  .join('\n')}
    add_header Content-Security-Policy $site_policy always;
    add_header Cache-Control $site_cache always;

    if ($site_is_wrong) {
        return 301 $site_right$is_args$args;
    }

    error_page 404 /404.html;

    location = / {
        try_files /index.html =404;
    }
    location = /SubGallery {
        try_files /SubGallery/$site_album.html /SubGallery.html =404;
    }
    location / {
        try_files $uri $uri.html =404;
    }
${DYNAMIC.map(
  (path) => `    location ${path.endsWith('/') ? '^~' : '='} ${path} {
        # The worker sends its own headers; none of the site's are added, and this one is not sent twice.
        proxy_hide_header X-Content-Type-Options;
        add_header X-Content-Type-Options nosniff always;
${forward(workerUrl)}    }
`,
).join('')}`;
}

/** The worker answers everything; HSTS is all that it does not send. */
function proxied({ workerUrl, hsts }: ServerOptions): string {
  const header = hsts === null ? '' : `    add_header Strict-Transport-Security "${hsts}" always;\n`;
  return `${header}    location / {\n${forward(workerUrl)}    }\n`;
}

/** Text of the site file, for `http {}`. `listen`: the directive's value, as nginx names the port apart from the host. */
export function nginxSite(options: ServerOptions, listen: string): string {
  const { address, redirectFrom, isProxy } = options;
  const server = (name: string, body: string) => `server {\n    listen ${listen};\n    server_name ${name};\n${body}}\n`;
  const general = '    server_tokens off;\n    absolute_redirect off;\n';
  return [
    '# Written by "npm run hosting" from src/hosting.\n',
    ...(isProxy ? [] : [maps()]),
    server(address, general + (isProxy ? proxied(options) : files(options))),
    ...(redirectFrom === null ? [] : [server(redirectFrom, `    return 301 $scheme://${address}$request_uri;\n`)]),
  ].join('\n');
}
