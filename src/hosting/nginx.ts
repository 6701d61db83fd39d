/** An nginx site file that serves `dist/` and forwards forms, webhook and health to a worker. */
import {
  CACHE_FOREVER,
  CACHE_REVALIDATE,
  DIGEST_NAMED,
  DOCUMENT_FOLDERS,
  DOCUMENT_POLICY,
  HSTS,
  SECURITY_HEADERS,
} from '../lib/headers.ts';
import { COMPRESSIBLE_TYPES } from '../lib/mime.ts';
import { PLAIN_IDENTITY } from '../lib/paths.ts';
import { DYNAMIC, OTHER_NAMES } from '../lib/routes.ts';
import { type ServerOptions, spellings } from './servers.ts';

/** Text of the site file, for `http {}`. `listen` is written out, because nginx names the port there and the domain elsewhere. */
export function nginxSite({ address, root, workerUrl, tls }: ServerOptions, listen: string): string {
  const { 'Content-Security-Policy': policy, ...others } = SECURITY_HEADERS;
  const always = Object.entries({ ...others, ...(tls ? { 'Strict-Transport-Security': HSTS } : {}) });
  const names = Object.entries(OTHER_NAMES).map(([from, to]) => `    "~^${from.replaceAll('.', '\\.')}/*$" ${to};`);
  const cases = spellings().map(({ page, tail }) => `    "~*^${page}(?<tail>${tail})/*$" ${page}$tail;`);
  const alternatives = (folders: readonly string[]) => folders.map((folder) => folder.slice(1, -1)).join('|');
  // nginx always compresses text/html, and complains when it is listed.
  const textTypes = [...COMPRESSIBLE_TYPES.filter((type) => type !== 'text/html'), 'application/javascript', 'text/xml'].join(
    ' ',
  );
  return `# Written by "npm run hosting" from src/hosting. Serves a published dist/; the worker answers what is no file.

# Redirects from other spellings, a slash at the end and old names.
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
    default "${policy}";
    "~^/(?:${alternatives(DOCUMENT_FOLDERS)})/" "${DOCUMENT_POLICY}";
}

server {
    listen ${listen};
    server_name ${address};
    root ${root};
    charset utf-8;
    charset_types ${textTypes};
    server_tokens off;
    absolute_redirect off;
    disable_symlinks off;

    gzip on;
    gzip_vary on;
    gzip_proxied any;
    gzip_comp_level 6;
    gzip_min_length 1000;
    gzip_types ${textTypes};

${always.map(([name, value]) => `    add_header ${name} "${value}" always;`).join('\n')}
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
        # The worker sends its own headers; none of the site's are added.
        add_header X-Content-Type-Options nosniff always;
        client_max_body_size 6m;
        proxy_pass ${workerUrl};
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Proto $scheme;
    }
`,
).join('')}}
`;
}
