import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { cloudflareRedirects, headerLines, netlifyToml } from '../src/hosting/rules.ts';
import { caddyfile, nginxSite, otherName, workerAddress } from '../src/hosting/servers.ts';
import { readIfPresent, writeAtomic } from '../src/lib/files.ts';
import { HSTS, HSTS_WITH_SUBDOMAINS } from '../src/lib/headers.ts';
import { fail, succeed } from '../src/lib/result.ts';
import type { Settings } from '../src/lib/settings.ts';
import { print, runCommand, tell } from './lib/command.ts';

/** The web server's port without TLS. Where the site's address is the worker's own, the web server has another one. */
function plainPort({ siteUrl, port: workerPort }: Settings): number {
  const { port } = new URL(siteUrl);
  if (port === '') return 80;
  return Number(port) === workerPort ? 8080 : Number(port);
}

/** Writes a file; what stood in a web server's, which somebody may have changed since, is kept beside it. */
async function write(path: string, text: string, isWebServers: boolean): Promise<void> {
  const before = isWebServers ? readIfPresent(path)?.toString('utf8') : undefined;
  if (before !== undefined && before !== text) {
    const first = `${path}.before`;
    const kept = existsSync(first) ? `${first}-${Date.now()}` : first;
    await writeAtomic(kept, before);
    const name = basename(path);
    tell(`${name} had other lines: they are in ${kept}. Those of your own or of certbot are no longer in ${name}.`);
  }
  await writeAtomic(path, text);
  print(path);
}

const description = {
  name: 'hosting',
  summary:
    'Writes the rules of netlify.toml, or the files of other hosts into a folder: _headers and _redirects, Caddyfile, nginx.conf.',
  options: {
    root: { type: 'string', value: 'FOLDER', help: 'Where the web server finds the site; dist/ of the project unless told.' },
    worker: { type: 'string', value: 'URL', help: 'Address of the worker; this machine at PORT unless told.' },
    proxy: { type: 'boolean', help: 'Caddy and nginx forward every request to the worker instead of sending files themselves.' },
    precompressed: {
      type: 'boolean',
      help: 'The folder of --root is one that DEPLOY_TARGET=folder fills: its compressed copies are sent.',
    },
    'redirect-from': {
      type: 'string',
      value: 'HOST',
      help: "Host that is redirected to SITE_URL's; with or without www. unless told.",
    },
    'hsts-subdomains': { type: 'boolean', help: 'HSTS also for all subdomains, which then all need TLS.' },
  },
  positionals: [{ name: 'FOLDER', help: "Folder for the other hosts' files. Without it the rules of netlify.toml are written." }],
} as const;

await runCommand(description, async ({ root, settings, values, positionals }) => {
  const [folder] = positionals;
  const { hostname, protocol } = new URL(settings.siteUrl);
  const tls = protocol === 'https:';
  const workerUrl = workerAddress(values.worker ?? `127.0.0.1:${settings.port}`);
  if (workerUrl === null)
    return fail('usage', `--worker must be an address such as http://10.0.0.5:4321, not "${values.worker}".`);
  const from = values['redirect-from'] ?? (tls ? otherName(hostname) : null);
  if (from !== null && URL.parse(`http://${from}`)?.host !== from)
    return fail('usage', `--redirect-from must be a host name such as www.example.org, not "${from}".`);
  const hsts = values['hsts-subdomains'] ? HSTS_WITH_SUBDOMAINS : HSTS;
  const server = {
    root: resolve(root, values.root ?? 'dist'),
    workerUrl,
    isProxy: values.proxy ?? false,
    isPrecompressed: values.precompressed ?? false,
    redirectFrom: from,
    hsts: tls ? hsts : null,
  };
  const port = plainPort(settings);
  const files: Record<string, string> = folder
    ? {
        _headers: headerLines('cloudflare', hsts),
        _redirects: cloudflareRedirects(),
        Caddyfile: caddyfile({ ...server, address: tls ? hostname : `:${port}` }),
        // Certificates are the operator's: certbot adds them and the port of TLS to this file.
        'nginx.conf': nginxSite({ ...server, address: hostname }, String(tls ? 80 : port)),
      }
    : { 'netlify.toml': netlifyToml(readIfPresent(resolve(root, 'netlify.toml')), hsts) };
  for (const [name, text] of Object.entries(files)) await write(resolve(root, folder ?? '.', name), text, folder !== undefined);
  return succeed(null);
});
