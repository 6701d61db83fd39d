import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '../../support/rig.ts';
import { temporaryFolder } from '../../support/trees.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

function run(command: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, CACHE_DIR: join(folder.path, 'cache'), DATA_DIR: join(folder.path, 'data'), ...settings };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', `${command}.ts`), ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test.each([
  ['bench', ['--sizes', 'abc'], '--sizes must be whole numbers from 1 on, separated by commas, not "abc".'],
  ['bench', ['--runs', '0'], '--runs must be a whole number from 1 on, not "0".'],
  ['contact-sheet', ['foo'], 'ROUTE must be an address of the site such as /News, not "foo".'],
  ['check-service', ['--media', 'all'], '--media must be a whole number, not "all".'],
])('%s %j is refused in one line, before anything is done', (command, args, line) => {
  expect(run(command, args)).toEqual({ status: 1, stdout: '', stderr: `${line}\n` });
});

test('submissions of another content service are named as kept there, and none are counted', () => {
  expect(
    run('submissions', [], { CONTENT_SERVICE_URL: 'https://content.example.org', SITE_URL: 'https://www.example.org' }),
  ).toEqual({
    status: 1,
    stdout: '',
    stderr: 'What visitors send is kept by the content service at https://content.example.org, and not here.\n',
  });
});

test.each([
  ['http://intranet.example:8123', ':8123 {', 'listen 8123;'],
  ['http://intranet.example', ':80 {', 'listen 80;'],
  ['http://localhost:4321', ':8080 {', 'listen 8080;'],
])('a site at %s has the same port in the files of Caddy and nginx, whose root may hold a space', (SITE_URL, caddy, nginx) => {
  const { status } = run('hosting', [folder.path, '--root', '/srv/my school/dist'], { SITE_URL });
  expect(status).toBe(0);
  const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');
  expect(read('Caddyfile')).toContain(`\n${caddy}`);
  expect(read('nginx.conf')).toContain(nginx);
  expect(read('Caddyfile')).toContain('root * "/srv/my school/dist"\n');
  expect(read('nginx.conf')).toContain('root "/srv/my school/dist";\n');
});

test('files of a web server that were changed since are kept beside the new ones, which is said', () => {
  const settings = { SITE_URL: 'http://intranet.example' };
  const file = join(folder.path, 'nginx.conf');
  expect(run('hosting', [folder.path], settings)).toMatchObject({ status: 0, stderr: '' });
  expect(run('hosting', [folder.path], settings)).toMatchObject({ status: 0, stderr: '' });
  const changed = `${readFileSync(file, 'utf8')}# managed by Certbot\n`;
  writeFileSync(file, changed);
  const { status, stderr } = run('hosting', [folder.path, '--precompressed'], settings);
  expect([status, stderr.match(/\.before/g)?.length]).toEqual([0, 2]);
  expect(stderr).toContain(`nginx.conf had other lines: they are in ${file}.before.`);
  expect(readFileSync(`${file}.before`, 'utf8')).toBe(changed);
  expect(readFileSync(file, 'utf8')).not.toContain('Certbot');
});
