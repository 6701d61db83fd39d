/** Configuration of a server of one's own, which serves `dist/` and forwards the worker's addresses, or forwards everything. */
import { PAGES, WITH_PAGES_BELOW } from '../collections/addresses.ts';
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

export interface ServerOptions {
  /** What the server listens on: a domain or `:8080` for Caddy, a name for nginx. */
  readonly address: string;
  readonly root: string;
  /** Address of the worker: `http://127.0.0.1:4321`. */
  readonly workerUrl: string;
  /** Value of Strict-Transport-Security; null where TLS does not end here. */
  readonly hsts: string | null;
  /** A host name that is redirected to `address`: with or without `www.`. Null: none. */
  readonly redirectFrom: string | null;
  /** Whether the worker answers every request, and sends all headers but HSTS; else the server sends the files of `root` itself. */
  readonly isProxy: boolean;
  readonly isPrecompressed: boolean;
}

/** Every page with a pattern of what may follow it, for matching in any case. */
function spellings(): { readonly page: string; readonly tail: string }[] {
  const below = new Set(WITH_PAGES_BELOW);
  return PAGES.filter((page) => page !== '/').map((page) => ({ page, tail: below.has(page) ? '(?:/[\\w~-]+)*' : '' }));
}

/** Headers of every response but the policy, which depends on the file. */
function generalHeaders({ hsts }: ServerOptions): [name: string, value: string][] {
  const { 'Content-Security-Policy': _policy, ...others } = SECURITY_HEADERS;
  return Object.entries({ ...others, ...(hsts !== null && { 'Strict-Transport-Security': hsts }) });
}

/** The name beside a site's own that people type: `www.` added to a name of two labels, or taken away. Null: none. */
export function otherName(hostname: string): string | null {
  if (hostname.startsWith('www.')) return hostname.slice(4);
  return /^[^.]+\.[a-z]+$/i.test(hostname) ? `www.${hostname}` : null;
}

/** An address of the worker as typed, `10.0.0.5:4321` included; null when it is none. */
export function workerAddress(text: string): string | null {
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `http://${text}`);
  const isOrigin = url !== null && url.pathname === '/' && !url.search && !url.hash && !url.username && !/\s/.test(text);
  return isOrigin ? url.origin : null;
}

/** Paths of a matcher; one that ends in a slash with everything below it. */
const folders = (paths: readonly string[]) => paths.map((path) => (path.endsWith('/') ? `${path}*` : path)).join(' ');
const escaped = (text: string) => text.replaceAll('.', '\\.');

/** Endings whose type Caddy would take from the system's table. */
const TYPED = ['ico', 'ics', 'js', 'json', 'svg', 'webmanifest', 'xml'] as const;

function caddySite({ root, workerUrl, isPrecompressed }: ServerOptions): string {
  const fileServer = isPrecompressed ? 'file_server {\n\t\t\tprecompressed br gzip\n\t\t}' : 'file_server';
  const policy = SECURITY_HEADERS['Content-Security-Policy'];
  const names = Object.entries(OTHER_NAMES).map(([from, to]) => `\t\t~^${escaped(from)}/*$ ${to}`);
  const cases = spellings().map(({ page, tail }) => `\t\t~(?i)^${page}(${tail})/*$ "${page}\${1}"`);
  return `	root * ${/[\s"{}`]/.test(root) ? `"${root.replace(/[\\"]/g, '\\$&')}"` : root}
	encode zstd gzip {
		match {
${COMPRESSIBLE_TYPES.map((type) => `\t\t\theader Content-Type ${type}*`).join('\n')}
		}
	}

	# Answered by the worker.
	@worker path ${folders(DYNAMIC)}
	handle @worker {
		reverse_proxy ${workerUrl}
	}

	# Redirects from other spellings, a slash at the end and old names; the query is kept.
	map {path} {right} {
${[...names, ...cases].join('\n')}
		default ""
	}
	map {query} {asked} {
		"" ""
		default "?{query}"
	}
	handle {
		@wrong expression \`{right} != "" && {right} != {path}\`
		redir @wrong {right}{asked} 301

		import school_headers
		header ?Cache-Control "${CACHE_REVALIDATE}"
		header ?Content-Security-Policy "${policy}"
		@document path ${folders(DOCUMENT_FOLDERS)}
		header @document Content-Security-Policy "${DOCUMENT_POLICY}"
		@forever {
			path ${folders(DIGEST_NAMED)}
			file
		}
		header @forever Cache-Control "${CACHE_FOREVER}"
${TYPED.map((ending) => `\t\t@${ending} path *.${ending}\n\t\theader @${ending} Content-Type "${TYPES_BY_ENDING[ending]}"`).join('\n')}

		# An album by its id; /SubGallery's script asks for one that has no page.
		@album {
			path_regexp ^/SubGallery$
			expression {query.id}.matches("^${PLAIN_IDENTITY}$")
			file {
				try_files /SubGallery/{query.id}.html
			}
		}
		rewrite @album /SubGallery/{query.id}.html
		try_files {path} {path}.html
		${fileServer}
	}

	handle_errors {
		import school_headers
		header Content-Security-Policy "${policy}"
		header Content-Type "${TYPES_BY_ENDING.html}"
		header Cache-Control no-cache
		rewrite * /404.html
		${fileServer}
	}
`;
}

function caddyProxy({ workerUrl, hsts }: ServerOptions): string {
  return `	reverse_proxy ${workerUrl}
	header -Server
${hsts === null ? '' : `\theader Strict-Transport-Security "${hsts}"\n`}`;
}

/** Text of a Caddyfile. With a domain as its address Caddy fetches certificates and ends TLS by itself. */
export function caddyfile(options: ServerOptions): string {
  const { address, redirectFrom, hsts, isProxy } = options;
  const headers = `(school_headers) {
	header {
${generalHeaders(options)
  .map(([name, value]) => `\t\t${name} "${value}"`)
  .join('\n')}
		-Server
	}
}
`;
  const scheme = hsts === null ? 'http' : 'https';
  const redirect = `${redirectFrom} {\n\tredir ${scheme}://${address}{uri} 301\n}\n`;
  return [
    '# Written by "npm run hosting" from src/hosting.\n',
    ...(isProxy ? [] : [headers]),
    `${address} {\n${isProxy ? caddyProxy(options) : caddySite(options)}}\n`,
    ...(redirectFrom === null ? [] : [redirect]),
  ].join('\n');
}

const alternatives = (folders: readonly string[]) => folders.map((folder) => folder.slice(1, -1)).join('|');
const withoutCharset = (type: string) => type.split(';', 1)[0] ?? type;
// nginx compresses text/html and gives it a charset in any case, and warns when it is listed.
const listed = (types: readonly string[]) => [...new Set(types)].filter((type) => type !== 'text/html').join(' ');

/** A value of a directive, whatever characters it has. A path with a dollar sign cannot be written: nginx would take it for a variable. */
const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;

function maps(): string {
  const names = Object.entries(OTHER_NAMES).map(([from, to]) => `    "~^${escaped(from)}/*$" ${to};`);
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

function nginxFiles(options: ServerOptions): string {
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

function nginxProxy({ workerUrl, hsts }: ServerOptions): string {
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
    server(address, general + (isProxy ? nginxProxy(options) : nginxFiles(options))),
    ...(redirectFrom === null ? [] : [server(redirectFrom, `    return 301 $scheme://${address}$request_uri;\n`)]),
  ].join('\n');
}
