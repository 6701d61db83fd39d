import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskStyle } from '../../src/desk/index.ts';
import { addAlumni, copyProject } from '../support/project.ts';
import { partOf, textOf } from '../support/published.ts';
import { ROOT } from '../support/rig.ts';
import { answersJson, type StubService, startStubService } from '../support/stubService.ts';
import { words } from '../support/words.ts';

const CONTENT = 'scripts/content-service/content';
/** Every spelling of the first school's name, town and code; the address of its staff's page is the specification's. */
const NAMES = /hill[ +-]?top(?!Family)|jamunapur|htsj/i;
const { light, dark } = words.site.colours;
const COLOURS = [light.brand, light.deep, light.cream, light.link, light.paper, dark.link, dark.brand, dark.deep];
/** The drawings of what news and events are about have colours of their own. */
const OWN_COLOURS = /^art\/scene/;

const OTHER = {
  school: 'River & Vale School',
  shortName: 'River & Vale',
  town: 'Sundarpur',
  colours: {
    '#0e4636': '#5b1a2e',
    '#0a352a': '#3f0f1f',
    '#fbf5e4': '#fff4ef',
    '#0d5a43': '#7a2340',
    '#fbf7ed': '#faf6f7',
    '#8cd6b4': '#f0a8bd',
    '#145842': '#52182b',
    '#03110d': '#1a050b',
  },
};

/** Another school's facts in place of the first one's, by the file below src/content that holds them. */
const OTHER_FACTS: Readonly<Record<string, readonly (readonly [first: string, other: string])[]>> = {
  'facts/fees.yaml': [
    ['admission: 5000', 'admission: 7300'],
    ['nursery: 1600', 'nursery: 1850'],
    ['payTo: 20th', 'payTo: 15th'],
  ],
  'facts/times.yaml': [
    ['firstBell: 7:50 am', 'firstBell: 8:35 am'],
    ['school: 1:45 pm', 'school: 3:25 pm'],
    ['Clock Tower', 'Ferry Stairs'],
  ],
  'facts/offices.yaml': [
    ['Ms. Roshni Baraik', 'Mr. Joy Sarkar'],
    ['certificate: seven', 'certificate: nine'],
  ],
  'facts/dates.yaml': [
    ['reportDay: 2027-03-25', 'reportDay: 2027-03-24'],
    ['openMorning: 2026-12-01', 'openMorning: 2026-11-30'],
    ['{ from: 2026-12-01, to: 2027-01-30 }', '{ from: 2026-11-30, to: 2027-01-28 }'],
  ],
  'facts/figures.yaml': [
    ['students: 3068', 'students: 1410'],
    ['affiliation: ZZ000', 'affiliation: ZZ111'],
  ],
  'site.yaml': [
    ['+91 00000 00001', '+91 00000 00077'],
    ['Saturday, 8:00 am to 12 noon', 'Saturday, closed'],
  ],
  'family.yaml': [['Ms. Roshni Baraik', 'Mr. Joy Sarkar']],
};
/** What no page and no PDF may say then. */
const FIRST_FACTS = [
  ['Rs. 5,000', 'Rs. 1,600', 'Rs. 24,200', 'the 20th'],
  ['7:50 am', '1:45 pm', 'Clock Tower'],
  ['Roshni Baraik', 'seven working days'],
  ['25 Mar 2027', '1 Dec 2026'],
  ['3,068', 'ZZ000', '00000 00001', '0000000001', 'Saturday, 8:00'],
].flat();

const alumnus = (number: number, leftOn: string) => ({ _id: `a${number}`, name: `Pupil ${number}`, story: 'Sails.', leftOn });
const ALUMNI = [...Array.from({ length: 30 }, (_, at) => alumnus(at, '2026-03-27')), alumnus(30, '2025-03-28')];

const project = copyProject();
let service: StubService;

const published = (path: string) => readFileSync(join(project.dist, path), 'utf8');

/** Every file below a folder, by its path there. */
function filesBelow(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, 'latin1')]));
}

async function run(command: string): Promise<{ status: number; errors: string }> {
  const env = { ...project.env, SCHOOL_CODE: 'RVSS', CONTENT_SERVICE_URL: service.url };
  const child = spawn(process.execPath, [join(project.folder, 'scripts/run.mjs'), command], { cwd: project.folder, env });
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { status, errors };
}

/** Another school's facts, and its name in the body of a policy. */
function changeFacts(): void {
  const path = join(project.folder, 'src/content/site.yaml');
  let facts = readFileSync(path, 'utf8');
  for (const name of ['school', 'shortName', 'town'] as const)
    facts = facts.replace(new RegExp(`^${name}: .*$`, 'm'), `${name}: ${OTHER[name]}`);
  for (const [first, second] of Object.entries(OTHER.colours)) facts = facts.replaceAll(first, second);
  facts = facts
    .replaceAll('htsj', 'rvss')
    .replaceAll(/hilltopschool(?:jamunapur)?/g, 'rivervale')
    .replaceAll('Hill+Top+School+Jamunapur', 'River');
  writeFileSync(path, facts);
  for (const [file, changes] of Object.entries(OTHER_FACTS)) {
    const path = join(project.folder, 'src/content', file);
    let text = readFileSync(path, 'utf8');
    for (const [first, other] of changes) {
      expect(text, `${file} holds ${first}`).toContain(first);
      text = text.replaceAll(first, other);
    }
    writeFileSync(path, text);
  }
  const fees = join(project.folder, 'src/content/fees.md');
  writeFileSync(fees, `${readFileSync(fees, 'utf8')}\nPlease ask the office of {school} in {town}.\n`);
}

beforeAll(async () => {
  service = await startStubService((arrived, response) =>
    answersJson(arrived.url.startsWith('/api/alumni/') ? ALUMNI : [])(arrived, response),
  );
  mkdirSync(join(project.folder, CONTENT, 'media'), { recursive: true });
  changeFacts();
  addAlumni(project);
  for (const command of ['school-files', 'build']) {
    const { status, errors } = await run(command);
    expect(status, errors).toBe(0);
  }
});

afterAll(async () => {
  await service.close();
  project.remove();
});

test('another school’s site has no trace of the first one’s name, town, code or colours', () => {
  const files = filesBelow(project.dist);
  const traces = [...files].flatMap(([path, bytes]) => {
    const name = NAMES.exec(bytes)?.[0] ?? NAMES.exec(path)?.[0];
    const colour = OWN_COLOURS.test(path) ? undefined : COLOURS.find((known) => bytes.toLowerCase().includes(known));
    return [name, colour].filter((found) => found !== undefined).map((found) => `${path}: ${found}`);
  });
  expect(traces).toEqual([]);
  expect(files.get('documents/calendar-2026-27.pdf')).toContain('/Author(River & Vale School, Sundarpur)');
  expect(files.get('answer.css')).toContain('--brand:#5b1a2e');
});

test('its names stand in pages, in the bodies of policies, in the menu and in the search', () => {
  const files = filesBelow(project.dist);
  expect(files.get('index.html')).toContain('<meta property="og:site_name" content="River &amp; Vale School, Sundarpur">');
  expect(files.get('index.html')).toContain('<meta name="theme-color" content="#5b1a2e">');
  expect(files.get('index.html')).toContain('>River &amp; Vale Family</a>');
  expect(files.get('Fees.html')).toContain('Please ask the office of River &amp; Vale School in Sundarpur.');
  expect(files.get('search.json')).toContain('Please ask the office of River & Vale School in Sundarpur.');
});

test('its fees, hours, offices, days and figures stand on every page and PDF that names them, each from one file', () => {
  const drawn = filesBelow(join(project.folder, CONTENT, 'media'));
  const files = [...filesBelow(project.dist), ...drawn].filter(([path]) => /\.(?:html|pdf|js|json)$/.test(path));
  const texts = files.map(([path, bytes]) => [path, path.endsWith('.html') ? `${bytes}${textOf(bytes)}` : bytes] as const);
  const said = texts.flatMap(([path, text]) =>
    FIRST_FACTS.filter((fact) => text.includes(fact)).map((fact) => `${path}: ${fact}`),
  );
  expect(said).toEqual([]);
  const read = (path: string) => textOf(partOf(published(path), 'main'));
  expect(read('Fees.html')).toMatch(
    /Nursery to UKG Rs\. 1,850 \(2025-26: Rs\. 1,500\) Rs\. 22,200.*admission fee of Rs\. 7,300.*Rs\. 29,500/,
  );
  expect(read('Admission.html')).toMatch(/30 Nov 2026 to 28 Jan 2027.*The first year costs Rs\. 29,500/);
  expect(read('Attendance.html')).toMatch(/First bell 8:35 am.*Last bell 12 noon 3:25 pm/);
  expect(read('CodeConduct.html')).toMatch(/child protection officer, Mr\. Joy Sarkar.*\+91 00000 00077/);
  expect(read('Tc.html')).toContain('ready within nine working days');
  expect(read('Exam.html')).toContain('Wednesday, 24 Mar 2027 Report day, nursery to class IX, and class XI');
  expect(read('Facility.html')).toContain('Ferry Stairs 7:05 am 12:40 pm 2:25 pm');
  expect(read('ContactUs.html')).toContain('Counsellor, Mr. Joy Sarkar');
  expect(read('About.html')).toMatch(/under the number ZZ111.*1,410 girls and boys/);
  expect(drawn.get('bus-routes-2026-27.pdf')).toContain('Ferry Stairs');
  expect(drawn.get('prospectus-2027-28.pdf')).toContain('Rs. 22,200');
});

test('the desk has its colours', async () => {
  const style = await deskStyle(join(project.folder, 'src/styles'));
  expect(style).toContain('--brand:#5b1a2e');
  expect(COLOURS.filter((colour) => style.includes(colour))).toEqual([]);
});

test('neither the sample content nor its PDFs name the first school', () => {
  const drawn = filesBelow(join(project.folder, CONTENT));
  expect(drawn.size).toBeGreaterThan(10);
  const sources = join(ROOT, CONTENT);
  cpSync(sources, join(project.folder, 'sample'), { recursive: true, filter: (path) => !path.endsWith('.pdf') });
  const all = [...drawn, ...filesBelow(join(project.folder, 'sample'))].filter(([path]) => /\.(?:pdf|yaml)$/.test(path));
  expect(all.filter(([, bytes]) => NAMES.test(bytes)).map(([path]) => path)).toEqual([]);
});

const cards = (html: string) => html.match(/<article/g)?.length;

test('a collection of its own has a list, archive pages, data files and a filter', () => {
  const list = published('Alumni.html');
  expect(cards(list)).toBe(24);
  expect(list).toContain('<span role="status">31 former pupils</span>');
  expect(list).toMatch(/<select id="period"[^>]*>.*<option[^>]*>2025<\/option>/);
  expect(list).toMatch(/<select id="month"/);
  expect(list).toMatch(/<input id="query"/);
  const [, config = ''] = /data-config="([^"]*)"/.exec(list) ?? [];
  const { kind, index } = JSON.parse(config.replaceAll('&quot;', '"').replaceAll('&#34;', '"'));
  expect(kind).toBe('alumni');
  const files = JSON.parse(published(index));
  expect(files).toMatchObject([
    { key: '2026', count: 30, months: [3] },
    { key: '2025', count: 1, months: [3] },
  ]);
  expect(JSON.parse(published(files[1].href))).toMatchObject([{ id: 'a30', name: 'Pupil 30', date: { day: '2025-03-28' } }]);

  expect(cards(published('Alumni/2026-03.html'))).toBe(24);
  expect(cards(published('Alumni/2026-03-2.html'))).toBe(6);
  expect(published('Alumni/2025-03.html')).toContain('<h1>Alumni, Mar 2025<');
  expect(published('sitemap.xml')).toContain('/Alumni/2025-03</loc>');
  const scripts = readdirSync(join(project.dist, 'assets')).map((name) => published(`assets/${name}`));
  expect(scripts.filter((script) => script.includes('former pupils'))).toHaveLength(1);
});
