import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COLLECTION_NAMES } from '../../../src/collections/index.ts';
import { digests } from '../../support/digests.ts';
import { copyProject } from '../../support/project.ts';
import { REBUILD_SECRET, ROOT } from '../../support/rig.ts';
import { type School, startSchool } from '../../support/school.ts';
import { readTree } from '../../support/trees.ts';

const project = copyProject();
const EMPTY = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, []]));
let school: School;
let env: Record<string, string | undefined>;

beforeAll(async () => {
  school = await startSchool({ ...EMPTY, news: [{ _id: 'n1', title: 'First news', fromDate: '2026-11-20' }] });
});

beforeEach(() => {
  env = {
    PATH: process.env.PATH,
    CONTENT_SERVICE_URL: school.url,
    CACHE_DIR: join(project.folder, 'cache'),
    DATA_DIR: join(project.folder, 'data'),
  };
});

afterAll(async () => {
  await school.close();
  project.remove();
});

/** Runs a command as npm does. */
function start(command: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [join(project.folder, 'scripts/run.mjs'), command, ...args], { env, stdio: 'pipe' });
}

async function run(command: string, ...args: string[]) {
  const child = start(command, ...args);
  if (!child.stdout || !child.stderr) throw new Error('The command has no output.');
  const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { out, errors, status };
}

const ONE_LINE = /^[^\n]+\n$/;

describe('every command', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

  test.each(Object.keys(scripts))(
    '%s answers --help, names an argument that it does not know, and does nothing else',
    async (name) => {
      // What a command would refuse, if it went on to read its settings.
      env.REBUILD_SCHEDULE = 'often';
      const [help, unknown] = await Promise.all([run(name, '--help'), run(name, '--nonsense')]);
      expect(help).toMatchObject({ status: 0, errors: '' });
      expect(help.out).toMatch(/^Usage: npm [^\n]+\n\n[^\n]+\n\n(?: {2}[^\n]+\n)+$/);
      expect(unknown).toMatchObject({ status: 1, out: '' });
      expect(unknown.errors).toMatch(ONE_LINE);
      expect(unknown.errors).toContain('--nonsense');
      expect(readdirSync(project.folder)).not.toContain('cache');
    },
  );
});

test('a command ends without a complaint when its reader has seen enough', async () => {
  const child = start('status', '--help');
  if (!child.stdout || !child.stderr) throw new Error('The command has no output.');
  child.stdout.destroy();
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ status, errors }).toEqual({ status: 0, errors: '' });
});

describe('a command that cannot do its work', () => {
  test('names a malformed setting in one line, before anything is written', async () => {
    env.REBUILD_SCHEDULE = 'often';
    const { out, errors, status } = await run('rebuild', '--json');
    expect({ out, status }).toEqual({ out: '', status: 1 });
    expect(errors).toMatch(ONE_LINE);
    expect(errors).toContain('REBUILD_SCHEDULE');
    expect(readdirSync(project.folder)).not.toContain('cache');
  });

  test('says in one line that the list of purged references is damaged, and publishes nothing; it is told once', async () => {
    const list = join(project.folder, 'data/purged.json');
    mkdirSync(dirname(list), { recursive: true });
    writeFileSync(list, '[{');
    const alerts: string[] = [];
    const listener = createServer(async (request, response) => {
      alerts.push((JSON.parse(await text(request)) as { event: string }).event);
      response.end();
    });
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    env.ALERT_URL = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    await run('rebuild');
    const { out, errors, status } = await run('rebuild', '--json');
    expect(alerts).toEqual(['rebuild-failed']);
    expect((await run('status')).out).toContain(errors.trim());
    listener.close();
    for (const name of ['cache', 'data']) rmSync(join(project.folder, name), { recursive: true, force: true });
    expect({ out, status }).toEqual({ out: '', status: 1 });
    expect(errors).toMatch(ONE_LINE);
    expect(errors).toContain(list);
    expect(readdirSync(project.folder)).not.toContain('dist');
  });

  test('whose port is taken asks whether the site runs already, and names the setting', async () => {
    const { port } = new URL(school.url);
    env.CONTENT_SERVICE_PORT = port;
    env.CONTENT_FOLDER = join(project.folder, 'content');
    mkdirSync(env.CONTENT_FOLDER);
    const line = (setting: string) =>
      `Port ${port} is in use. Is the site already running? If not, set ${setting} to a free port.\n`;
    expect(await run('content-service')).toMatchObject({ status: 1, errors: line('CONTENT_SERVICE_PORT') });
    expect((await run('rebuild', '--json')).status).toBe(0);
    env.PORT = port;
    const { errors, status } = await run('serve');
    expect({ errors, status }).toEqual({ errors: line('PORT'), status: 1 });
    for (const name of ['cache', 'data', 'dist']) rmSync(join(project.folder, name), { recursive: true, force: true });
  });

  test('names a mistake in the words at once, before anything is fetched or compiled', async () => {
    const file = join(project.folder, 'src/content/magazine.yaml');
    const words = readFileSync(file, 'utf8');
    writeFileSync(file, words.replace(/^title:/m, 'tytle:'));
    school.asked.clear();
    const { out, errors, status } = await run('rebuild', '--json');
    writeFileSync(file, words);
    expect({ out, status }).toEqual({ out: '', status: 1 });
    expect(errors).toMatch(ONE_LINE);
    expect(errors).toContain('A mistake in src/content: magazine.yaml: ');
    expect(errors).toContain('"tytle" is not known here (is title meant?)');
    expect(school.asked.size).toBe(0);
  });

  test('says in one line what the system refuses', async () => {
    const file = join(project.folder, 'a-file');
    writeFileSync(file, '');
    env.CACHE_DIR = join(file, 'cache');
    const { out, errors, status } = await run('gc');
    expect({ out, status }).toEqual({ out: '', status: 1 });
    expect(errors).toMatch(ONE_LINE);
    expect(errors).toContain(file);
  });
});

describe('a cache folder of another user', () => {
  test('is not written to: the command says in one line whose it is', async () => {
    const folder = join(project.folder, 'foreign');
    mkdirSync(folder);
    if (process.getuid?.() === 0) chownSync(folder, 65_534, 65_534);
    // Nobody but root can make such a folder, and everybody else has one.
    env.CACHE_DIR = process.getuid?.() === 0 ? folder : '/';
    for (const command of ['rebuild', 'gc', 'serve']) {
      const { out, errors, status } = await run(command);
      expect({ out, status }).toEqual({ out: '', status: 1 });
      expect(errors).toMatch(ONE_LINE);
      expect(errors).toContain('belongs to user');
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('npm run rebuild', () => {
  test('prints one report and nothing else, and changes nothing while the service is away', async () => {
    const first = await run('rebuild', '--json');
    expect(first.status).toBe(0);
    expect(first.out).toMatch(ONE_LINE);
    expect(JSON.parse(first.out)).toMatchObject({ stale: [], left_out: [], removed: [] });
    const published = digests(project.dist);

    env.CONTENT_SERVICE_URL = 'http://127.0.0.1:9';
    const { out, errors, status } = await run('rebuild', '--json');
    expect({ out, status }).toEqual({ out: '', status: 1 });
    expect(errors).toMatch(ONE_LINE);
    expect(digests(project.dist)).toEqual(published);
  });
});

describe('a name that is spelt wrongly', () => {
  test('is answered with what may be meant', async () => {
    const explained = await run('explain', 'news');
    expect(explained).toMatchObject({ status: 1, out: '', errors: 'No rebuild has rendered news. Did you mean /News?\n' });
    const { out, status } = await run('purge', 'typo.jpg');
    expect(out).toBe(
      'Nothing was removed: no release showed typo.jpg. Check that it is spelt as the content service does. ' +
        'It is remembered all the same, and not fetched until "npm run purge -- --allow typo.jpg".\n',
    );
    expect(status).toBe(0);
  });
});

describe('settings that reach pages', () => {
  test('reach them as they were checked, however they were written', { timeout: 120_000 }, async () => {
    env = {
      ...env,
      SITE_URL: ' https://www.school.example/',
      PUBLIC_CONTENT_SERVICE_URL: 'https://forms.example.org/',
    };
    expect((await run('rebuild', '--json')).status).toBe(0);
    const page = (path: string) => readFileSync(join(project.dist, path), 'utf8');
    expect(page('News.html')).toContain('<link rel="canonical" href="https://www.school.example/News">');
    expect(page('sitemap.xml')).toContain('<loc>https://www.school.example/News</loc>');
    expect(page('ContactUs.html')).toContain('https://forms.example.org');
    expect(page('ContactUs.html')).not.toContain('https://forms.example.org/');
  });
});

describe('npm run serve', () => {
  /** Starts the worker in a shell, as npm does, and waits for its address. */
  async function serve() {
    env = { ...env, PORT: '0', REBUILD_SECRET, npm_lifecycle_event: 'serve' };
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${join(project.folder, 'scripts/run.mjs')}" serve; true`], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let told = '';
    shell.stdout.on('data', (part: Buffer) => {
      told += part.toString();
    });
    await expect.poll(() => told, { timeout: 90_000 }).toContain('"serving"');
    const [, url = ''] = /"url":"([^"]+)"/.exec(told) ?? [];
    const stop = async () => {
      shell.kill('SIGTERM');
      // The pipe closes when the last process that holds it has ended.
      await once(shell, 'close');
    };
    return { url, stop };
  }

  test('ends with the shell in which npm started it', { timeout: 120_000 }, async () => {
    const { url, stop } = await serve();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await stop();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  test('waits for the content service when there is no release yet', { timeout: 180_000 }, async () => {
    for (const name of COLLECTION_NAMES) school.failing.set(name, 'refused');
    env.CACHE_DIR = join(project.folder, 'new-cache');
    const { url, stop } = await serve();
    for (const path of ['/', '/healthz', '/readyz']) expect((await fetch(url + path)).status, path).toBe(503);
    school.failing.clear();
    await expect.poll(async () => (await fetch(url)).status, { timeout: 60_000 }).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await stop();
  });

  function edit(file: string, before: string, after: string): void {
    const path = join(project.folder, file);
    const content = readFileSync(path, 'utf8');
    if (!content.includes(before)) throw new Error(`${file} does not hold "${before}".`);
    writeFileSync(path, content.replace(before, after));
  }

  test('publishes the words and code that are on disk, also when another process did so first', {
    timeout: 240_000,
  }, async () => {
    const { url, stop } = await serve();
    edit('src/content/site.yaml', 'Learn with joy, live with purpose', 'A new motto');
    expect((await run('rebuild', '--json')).status).toBe(0);
    school.lists = { ...school.lists, highlight: [{ _id: 'h1', title: 'A new highlight' }] };
    const headers = { authorization: `Bearer ${REBUILD_SECRET}` };
    expect((await fetch(`${url}/hooks/rebuild`, { method: 'POST', headers })).status).toBe(202);
    const page = async () => (await fetch(`${url}/About`)).text();
    await expect.poll(page, { timeout: 120_000 }).toContain('A new highlight');
    expect(await page()).toContain('A new motto');

    // Code of the page, and code that runs in the worker itself.
    edit('src/pages/About.astro', '<History', '<p>A new component</p><History');
    edit('src/snapshot/queries/search.ts', "kind: 'News'", "kind: 'Fresh news'");
    expect((await fetch(`${url}/hooks/rebuild`, { method: 'POST', headers })).status).toBe(202);
    await expect.poll(page, { timeout: 120_000 }).toContain('A new component');
    expect(await page()).toContain('A new motto');
    const holdsCode = () => [...readTree(join(project.dist, 'data')).values()].some((text) => text.includes('Fresh news'));
    await expect.poll(holdsCode, { timeout: 60_000 }).toBe(true);
    await stop();
  });
});
