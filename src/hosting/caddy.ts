/** A Caddyfile that serves `dist/` and forwards forms, webhook and health to a worker. */
import { CACHE_FOREVER, CACHE_REVALIDATE, DIGEST_NAMED, HSTS, SECURITY_HEADERS } from '../lib/headers.ts';
import { OTHER_NAMES } from '../lib/routes.ts';
import { ALBUM_ID, DYNAMIC, type ServerOptions, spellings } from './servers.ts';

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
	encode zstd gzip

	# What a program answers.
	@worker path ${DYNAMIC.map((prefix) => (prefix.endsWith('/') ? `${prefix}*` : prefix)).join(' ')}
	handle @worker {
		reverse_proxy ${workerUrl}
	}

	# Other spellings, a slash at the end and old names lead to the right address; the query is kept.
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
		# Pages carry the policy; a document shown by the browser's viewer would be forbidden by it.
		@page path_regexp (?:^|/)[^./]*(?:\\.html)?$
		header @page Content-Security-Policy "${policy}"
		@forever {
			path ${DIGEST_NAMED.map((folder) => `${folder}*`).join(' ')}
			file
		}
		header @forever Cache-Control "${CACHE_FOREVER}"

		# An album by its id; one that has no page of its own is left to the script of /SubGallery.
		@album {
			path_regexp ^/SubGallery$
			expression {query.id}.matches("${ALBUM_ID}")
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
