/** A Caddyfile that serves `dist/` and forwards the worker's addresses, or forwards everything. */
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

/** Paths of a matcher; one that ends in a slash with everything below it. */
const folders = (paths: readonly string[]) => paths.map((path) => (path.endsWith('/') ? `${path}*` : path)).join(' ');
const escaped = (text: string) => text.replaceAll('.', '\\.');

/** Endings whose type Caddy would take from the system's table. */
const TYPED = ['ico', 'ics', 'js', 'json', 'svg', 'webmanifest', 'xml'] as const;

function site({ root, workerUrl, isPrecompressed }: ServerOptions): string {
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

/** The worker answers everything; HSTS is all that it does not send. */
function proxied({ workerUrl, hsts }: ServerOptions): string {
  return `	reverse_proxy ${workerUrl}
	header -Server
${hsts === null ? '' : `\theader Strict-Transport-Security "${hsts}"\n`}`;
}

/** Text of the Caddyfile. With a domain as its address Caddy fetches certificates and ends TLS by itself. */
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
    `${address} {\n${isProxy ? proxied(options) : site(options)}}\n`,
    ...(redirectFrom === null ? [] : [redirect]),
  ].join('\n');
}
