/** A Caddyfile that serves `dist/` and forwards forms, webhook and health to a worker. */
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

/** Paths of a matcher; one that ends in a slash with everything below it. */
const folders = (paths: readonly string[]) => paths.map((path) => (path.endsWith('/') ? `${path}*` : path)).join(' ');
const escaped = (text: string) => text.replaceAll('.', '\\.');

/** Text of the Caddyfile. With a domain as its address Caddy fetches certificates and ends TLS by itself. */
export function caddyfile({ address, root, workerUrl, tls }: ServerOptions): string {
  const { 'Content-Security-Policy': policy, ...others } = SECURITY_HEADERS;
  const always = Object.entries({ ...others, ...(tls ? { 'Strict-Transport-Security': HSTS } : {}) });
  const names = Object.entries(OTHER_NAMES).map(([from, to]) => `\t\t~^${escaped(from)}/*$ ${to}`);
  const cases = spellings().map(({ page, tail }) => `\t\t~(?i)^${page}(${tail})/*$ "${page}\${1}"`);
  return `# Written by "npm run hosting" from src/hosting. Serves a published dist/; the worker answers what is no file.
(school_headers) {
	header {
${always.map(([name, value]) => `\t\t${name} "${value}"`).join('\n')}
		-Server
	}
}

${address} {
	root * ${root}
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
		header Content-Security-Policy "${policy}"
		@document path ${folders(DOCUMENT_FOLDERS)}
		header @document Content-Security-Policy "${DOCUMENT_POLICY}"
		@forever {
			path ${folders(DIGEST_NAMED)}
			file
		}
		header @forever Cache-Control "${CACHE_FOREVER}"

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
		file_server
	}

	handle_errors {
		import school_headers
		header Content-Security-Policy "${policy}"
		header Cache-Control no-cache
		rewrite * /404.html
		file_server
	}
}
`;
}
