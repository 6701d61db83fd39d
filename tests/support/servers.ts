import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { caddyfile } from '../../src/hosting/caddy.ts';
import { nginxSite } from '../../src/hosting/nginx.ts';
import type { ServerOptions } from '../../src/hosting/servers.ts';

export type ServerName = 'caddy' | 'nginx';

const isRoot = process.getuid?.() === 0;

function find(name: ServerName): string | null {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** Installs a server by apt-get without starting its service. */
function install(name: ServerName): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const run = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: ['ignore', 2, 2], timeout: 120_000 }).status === 0;
  if (!run('install', '-y', '--no-install-recommends', name) && run('update')) {
    run('install', '-y', '--no-install-recommends', name);
  }
}

/** The server's program, installed when this user may; null, with a line that says why, when there is none. */
export function findOrInstall(name: ServerName): string | null {
  const found = find(name);
  if (found) return found;
  if (isRoot) install(name);
  const program = find(name);
  if (!program) process.stderr.write(`${name} is not installed, so its tests are skipped. Install it: apt-get install ${name}\n`);
  return program;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  for (let attempt = 0; attempt < 600 && child.exitCode === null; attempt += 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer) {
      await answer.body?.cancel();
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

type Served = Pick<ServerOptions, 'root' | 'workerUrl' | 'isProxy' | 'isPrecompressed'>;

function configured(name: ServerName, folder: string, port: number, served: Served): [string, string[]] {
  const options = { ...served, hsts: null, redirectFrom: null };
  if (name === 'caddy') {
    const site = caddyfile({ ...options, address: `http://127.0.0.1:${port}` });
    return [`{\n\tadmin off\n}\n${site}`, ['run', '--adapter', 'caddyfile', '--config', join(folder, 'config')]];
  }
  const site = nginxSite({ ...options, address: '_' }, `127.0.0.1:${port}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`);
  const main = [
    // Only its owner can read the folder.
    isRoot ? 'user root;' : '',
    `daemon off; pid ${folder}/pid; error_log stderr; events {}`,
    `http { access_log off; ${temporary.join(' ')}`,
    site,
    '}',
  ];
  return [main.join('\n'), ['-e', 'stderr', '-c', join(folder, 'config')]];
}

export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a published tree with a server's own configuration, as the project writes it. */
export async function startServer(
  name: ServerName,
  program: string,
  root: string,
  workerUrl = 'http://127.0.0.1:9',
  { isProxy = false, isPrecompressed = false }: Partial<Served> = {},
): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), `site-${name}-`));
  const port = await freePort();
  const [text, args] = configured(name, folder, port, { root, workerUrl, isProxy, isPrecompressed });
  await writeFile(join(folder, 'config'), text);
  let errors = '';
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder },
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const url = `http://127.0.0.1:${port}`;
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  if (await answers(url, child)) return { url, close };
  await close();
  throw new Error(`${name} did not start:\n${errors}`);
}
