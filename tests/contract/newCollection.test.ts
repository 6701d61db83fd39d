import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProject } from '../support/project.ts';
import { ROOT } from '../support/rig.ts';
import { answersJson, type StubService, startStubService } from '../support/stubService.ts';

const FIXTURE = join(ROOT, 'tests/fixtures/alumni');
const project = copyProject();
const REGISTRY = join(project.folder, 'src/collections/registry.ts');
const BROWSER_PART = join(project.folder, 'src/collections/alumni.list.tsx');
let service: StubService;

const alumnus = (number: number, leftOn: string) => ({ _id: `a${number}`, name: `Pupil ${number}`, story: 'Sails.', leftOn });
const ALUMNI = [...Array.from({ length: 30 }, (_, at) => alumnus(at, '2026-03-27')), alumnus(30, '2025-03-28')];

beforeAll(async () => {
  cpSync(FIXTURE, project.folder, { recursive: true });
  writeFileSync(REGISTRY, `${readFileSync(REGISTRY, 'utf8')}export { alumni } from './alumni.ts';\n`);
  service = await startStubService((arrived, response) =>
    answersJson(arrived.url.startsWith('/api/alumni/') ? ALUMNI : [])(arrived, response),
  );
});

afterAll(async () => {
  await service.close();
  project.remove();
});

/** Runs a program of the project; its output and status. */
async function run(program: string, ...args: string[]) {
  const env = {
    PATH: process.env.PATH,
    CONTENT_SERVICE_URL: service.url,
    CACHE_DIR: join(project.folder, 'cache'),
    DATA_DIR: join(project.folder, 'data'),
  };
  const child = spawn(process.execPath, [join(project.folder, program), ...args], { cwd: project.folder, env });
  const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { out, errors, status };
}

const published = (path: string) => readFileSync(join(project.dist, path), 'utf8');
const cards = (html: string) => html.match(/<article/g)?.length;

test('a collection is added by four files and one line: list, archive, data files and filter', async () => {
  expect(readdirSync(FIXTURE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toHaveLength(4);
  expect(await run('scripts/run.mjs', 'build')).toMatchObject({ status: 0 });

  const list = published('Alumni.html');
  expect(cards(list)).toBe(24);
  expect(list).toContain('<span role="status">31 former pupils</span>');
  expect(list).toMatch(/<select id="period"[^>]*>.*<option>2025<\/option>/);
  expect(list).toMatch(/<select id="month"/);
  expect(list).toMatch(/<input id="query"/);
  const [, config = ''] = /data-config="([^"]*)"/.exec(list) ?? [];
  const { kind, files } = JSON.parse(config.replaceAll('&quot;', '"').replaceAll('&#34;', '"'));
  expect(kind).toBe('alumni');
  expect(files).toMatchObject([
    { key: '2026', count: 30, months: [3] },
    { key: '2025', count: 1, months: [3] },
  ]);
  expect(JSON.parse(published(files[1].href))).toMatchObject([{ id: 'a30', name: 'Pupil 30', date: { day: '2025-03-28' } }]);

  expect(cards(published('Alumni/2026-03.html'))).toBe(24);
  expect(cards(published('Alumni/2026-03-2.html'))).toBe(6);
  expect(published('Alumni/2025-03.html')).toContain('<h1>Alumni, Mar 2025</h1>');
  expect(published('sitemap.xml')).toContain('/Alumni/2025-03</loc>');
  const scripts = readdirSync(join(project.dist, 'assets')).map((name) => published(`assets/${name}`));
  expect(scripts.filter((script) => script.includes('former pupils'))).toHaveLength(1);
});

/** Paths below `src` of what is wrong in the descriptors and in what imports them: nothing else can ask for more. */
function typeErrors(): string[] {
  const read = ts.getParsedCommandLineOfConfigFile(
    join(project.folder, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => expect.unreachable(String(messageText)),
    },
  );
  const source = join(project.folder, 'src/');
  const files = (read?.fileNames ?? []).filter((file) => file.startsWith(source));
  const program = ts.createProgram(files, read?.options ?? {});
  const concerned = files.filter((file) => /collections\//.test(`${file} ${readFileSync(file, 'utf8')}`));
  expect(concerned.length).toBeGreaterThan(50);
  return concerned.flatMap((file) =>
    program.getSemanticDiagnostics(program.getSourceFile(file)).map(() => relative(source, file)),
  );
}

test('without its part in the browser its descriptor does not compile, and no other room asks for more', () => {
  rmSync(BROWSER_PART);
  const places = typeErrors();
  expect(places).toContain('collections/alumni.ts');
  expect(places.filter((place) => !place.startsWith('collections/'))).toEqual([]);
});
