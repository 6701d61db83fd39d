import { join, resolve } from 'node:path';
import { caddyfile } from '../src/hosting/caddy.ts';
import { cloudflareRedirects, headerLines } from '../src/hosting/lines.ts';
import { netlifyToml } from '../src/hosting/netlifyToml.ts';
import { nginxSite } from '../src/hosting/nginx.ts';
import { writeAtomic } from '../src/lib/files.ts';
import { succeed } from '../src/lib/result.ts';
import { runCommand } from './lib/command.ts';

const description = {
  name: 'hosting',
  summary: 'Writes netlify.toml, or the files of other hosts into a folder: _headers and _redirects, Caddyfile, nginx.conf.',
  options: {
    root: { type: 'string', value: 'FOLDER', help: 'Where the web server finds the site; dist/ of the project unless told.' },
    worker: { type: 'string', value: 'URL', help: 'Address of the worker; this machine at PORT unless told.' },
  },
  positionals: [{ name: 'FOLDER', help: "Folder for the other hosts' files. Without it netlify.toml is written." }],
} as const;

await runCommand(description, async ({ root, settings, values, positionals }) => {
  const [folder] = positionals;
  const { hostname, protocol } = new URL(settings.siteUrl);
  const tls = protocol === 'https:';
  const server = {
    root: values.root ?? join(root, 'dist'),
    workerUrl: values.worker ?? `http://127.0.0.1:${settings.port}`,
  };
  const files: Record<string, string> = folder
    ? {
        _headers: headerLines('cloudflare'),
        _redirects: cloudflareRedirects(),
        Caddyfile: caddyfile({ ...server, address: tls ? hostname : ':8080', tls }),
        // Certificates are the operator's: certbot adds them and the port of TLS to this file.
        'nginx.conf': nginxSite({ ...server, address: hostname, tls }, '80'),
      }
    : { 'netlify.toml': netlifyToml() };
  for (const [name, text] of Object.entries(files)) {
    const path = resolve(root, folder ?? '.', name);
    await writeAtomic(path, text);
    process.stdout.write(`${path}\n`);
  }
  return succeed(null);
});
