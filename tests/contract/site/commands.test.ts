import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../../../scripts/lib/listen.ts';
import { announceWorker } from '../../../scripts/lib/presence.ts';
import { copiedCommands, ONE_LINE } from '../../support/commands.ts';
import { OTHER_SETTINGS, ROOT } from '../../support/rig.ts';
import { digests } from '../../support/trees.ts';

const commands = copiedCommands();
const { project, start, run } = commands;

/** Starts all commands of an argument list with --help, one after the other: twenty processes would say the same. */
const ASK_FOR_HELP = `
  const names = process.argv.splice(1);
  process.stdout.setMaxListeners(names.length + 1);
  for (const name of names) {
    process.argv = [process.execPath, name, '--help'];
    await import(name);
  }`;

function helpOf(names: readonly string[]) {
  const files = names.map((name) => pathToFileURL(join(project.folder, 'scripts', `${name}.ts`)).href);
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', ASK_FOR_HELP, ...files], { env: commands.env });
}

describe('every command', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

  test('answers --help with its usage, and does nothing else', async () => {
    const names = Object.keys(scripts);
    // What a command would refuse, if it went on to read its settings.
    commands.env.REBUILD_SCHEDULE = 'often';
    const { stdout, stderr } = await helpOf(names);
    expect(stderr).toBe('');
    const helps = stdout.split(/^(?=Usage: )/m);
    expect(helps).toHaveLength(names.length);
    for (const [at, name] of names.entries())
      expect(helps[at], name).toMatch(/^Usage: npm [^\n]+\n\n[^\n]+\n\n(?: {2}[^\n]+\n)+$/);
    expect(readdirSync(project.folder)).not.toContain('cache');
  });

  // One that reads settings and one that needs none; what reads the arguments is the same for all.
  test.each(['rebuild', 'test'])('such as %s names an argument that it does not know, and does nothing', async (name) => {
    commands.env.REBUILD_SCHEDULE = 'often';
    const { out, errors, status } = await run(name, '--nonsense');
    expect({ out, status }).toEqual({ out: '', status: 1 });
    expect(errors).toMatch(ONE_LINE);
    expect(errors).toContain('--nonsense');
    expect(readdirSync(project.folder)).not.toContain('cache');
  });
});

test('a command ends without a complaint when its reader has seen enough', async () => {
  const child = start('status', '--help');
  child.stdout.destroy();
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ status, errors }).toEqual({ status: 0, errors: '' });
});

describe('a command that cannot do its work', () => {
  test('names a malformed setting in one line, before anything is written', async () => {
    commands.env.REBUILD_SCHEDULE = 'often';
    const { out, errors, status } = await run('rebuild', '--json');
    expect({ out, status }).toEqual({ out: '', status: 1 });
    expect(errors).toMatch(ONE_LINE);
    expect(errors).toContain('REBUILD_SCHEDULE');
    expect(readdirSync(project.folder)).not.toContain('cache');
  });

  test('says in one line that the list of withdrawn references is damaged, and publishes nothing; it is told once', async () => {
    const list = join(project.folder, 'data/purged.json');
    mkdirSync(dirname(list), { recursive: true });
    writeFileSync(list, '[{');
    const alerts: string[] = [];
    const listener = await listen(async (request, response) => {
      alerts.push((JSON.parse(await text(request)) as { event: string }).event);
      response.end();
    });
    commands.env.ALERT_URL = listener.url;
    await run('rebuild');
    const { out, errors, status } = await run('rebuild', '--json');
    expect(alerts).toEqual(['rebuild-failed']);
    expect((await run('status')).out).toContain(errors.trim());
    await listener.close();
    for (const name of ['cache', 'data']) rmSync(join(project.folder, name), { recursive: true, force: true });
    expect({ out, status }).toEqual({ out: '', status: 1 });
    expect(errors).toMatch(ONE_LINE);
    expect(errors).toContain(list);
    expect(readdirSync(project.folder)).not.toContain('dist');
  });

  test('names a mistake in the words at once, before anything is fetched or compiled', async () => {
    const file = join(project.folder, 'src/content/magazine.yaml');
    const words = readFileSync(file, 'utf8');
    writeFileSync(file, words.replace(/^title:/m, 'tytle:'));
    commands.school.asked.clear();
    const { out, errors, status } = await run('rebuild', '--json');
    writeFileSync(file, words);
    expect({ out, status }).toEqual({ out: '', status: 1 });
    expect(errors).toMatch(ONE_LINE);
    expect(errors).toContain('A mistake in src/content: magazine.yaml: ');
    expect(errors).toContain('"tytle" is not known here (is title meant?)');
    expect(commands.school.asked.size).toBe(0);
  });

  test('says in one line what the system refuses', async () => {
    const file = join(project.folder, 'a-file');
    writeFileSync(file, '');
    commands.env.CACHE_DIR = join(file, 'cache');
    const { out, errors, status } = await run('gc');
    expect({ out, status }).toEqual({ out: '', status: 1 });
    expect(errors).toMatch(ONE_LINE);
    expect(errors).toContain(file);
  });

  test.each(['rebuild', 'purge'])('such as %s ends, also the content service that it has started', async (command) => {
    const folder = join(project.folder, `refused-${command}`);
    mkdirSync(join(folder, 'content'), { recursive: true });
    writeFileSync(join(folder, 'a-file'), '');
    delete commands.env.CONTENT_SERVICE_URL;
    Object.assign(commands.env, { CONTENT_FOLDER: join(folder, 'content'), CACHE_DIR: join(folder, 'a-file/cache') });
    expect(await run(command, ...(command === 'purge' ? ['a.jpg'] : []))).toMatchObject({
      status: 1,
      errors: expect.stringMatching(ONE_LINE),
    });
  });
});

describe('a cache folder of another user', () => {
  test('is not written to: the command says in one line whose it is', async () => {
    const folder = join(project.folder, 'foreign');
    mkdirSync(folder);
    if (process.getuid?.() === 0) chownSync(folder, 65_534, 65_534);
    // Nobody but root can make such a folder, and everybody else has one.
    commands.env.CACHE_DIR = process.getuid?.() === 0 ? folder : '/';
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
  beforeEach(() => {
    const { siteUrl, publicContentServiceUrl, closureMark, offlinePages } = OTHER_SETTINGS;
    Object.assign(commands.env, {
      SITE_URL: ` ${siteUrl}/`,
      PUBLIC_CONTENT_SERVICE_URL: `${publicContentServiceUrl}/`,
      CLOSURE_MARK: closureMark,
      OFFLINE_PAGES: offlinePages,
    });
  });

  test('prints one report and nothing else, and changes nothing while the service is away', async () => {
    const first = await run('rebuild', '--json');
    expect(first).toMatchObject({ status: 0 });
    expect(first.out).toMatch(ONE_LINE);
    expect(JSON.parse(first.out)).toMatchObject({ stale: [], left_out: [], removed: [] });
    const published = digests(project.dist);

    commands.env.CONTENT_SERVICE_URL = 'http://127.0.0.1:9';
    const { out, errors, status } = await run('rebuild', '--json');
    expect({ out, status }).toEqual({ out: '', status: 1 });
    expect(errors).toMatch(ONE_LINE);
    expect(digests(project.dist)).toEqual(published);
  });

  test('keeps what a worker serves whose cache was deleted, while a list is away', async () => {
    expect(await run('rebuild')).toMatchObject({ status: 0 });
    const published = digests(project.dist);
    const cache = commands.env.CACHE_DIR ?? '';
    const { leave } = announceWorker(cache, project.folder, (line) => expect.fail(line));
    rmSync(cache, { recursive: true });
    commands.school.failing.set('news', 'error');
    const { errors, status } = await run('rebuild');
    expect(status).toBe(1);
    expect(errors).toContain('Never read and without a last good copy: news. Nothing was published');
    expect(digests(project.dist)).toEqual(published);
    leave();
    // Nothing is known to be served where no worker runs.
    expect(await run('rebuild')).toMatchObject({ status: 0, out: expect.stringContaining('placeholders: news') });
    commands.school.failing.clear();
  });

  test('has pages show settings as they were checked, however they were written', async () => {
    expect(await run('rebuild', '--json')).toMatchObject({ status: 0 });
    const page = (path: string) => readFileSync(join(project.dist, path), 'utf8');
    expect(page('News.html')).toContain('<link rel="canonical" href="https://www.school.example/News">');
    expect(page('sitemap.xml')).toContain('<loc>https://www.school.example/News</loc>');
    expect(page('ContactUs.html')).toContain('http://content.school.example');
    expect(page('ContactUs.html')).not.toContain('http://content.school.example/');
  });
});

describe('a name that is spelt wrongly', () => {
  test('is answered with what may be meant', async () => {
    const explained = await run('explain', 'news');
    expect(explained).toMatchObject({ status: 1, out: '', errors: 'No rebuild has rendered news. Did you mean /News?\n' });
    expect(await run('explain', 'https://www.school.example/News?from=mail')).toMatchObject({ status: 0 });
    const { out, status } = await run('purge', 'typo.jpg');
    expect(out).toBe(
      'Nothing was removed: no release showed typo.jpg. Check that it is spelt as the content service does. ' +
        'It is remembered all the same, and not fetched until "npm run purge -- --allow typo.jpg".\n',
    );
    expect(status).toBe(0);
  });
});
