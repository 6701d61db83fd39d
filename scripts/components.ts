import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { coloursSheet } from '../src/content/colours.ts';
import { pictureUrl, pictureWidths } from '../src/lib/paths.ts';
import { succeed } from '../src/lib/result.ts';
import { print, ROOT, runTool } from './lib/command.ts';
import { takeSheet } from './lib/sheet.ts';
import { serveFolder } from './lib/staticServer.ts';
import { stopSignal } from './lib/stopSignal.ts';
import { readFacts } from './school-files/facts.ts';

const EXAMPLES = '/tests/support/componentExamples.tsx';
const SOURCE = 'public/pictures/slide-1.webp';
/** Sheets of documents other than the site's pages, and of the home page's first screen. */
const OTHER_SHEETS = ['answer.css', 'desk.css', 'home.css', 'hero.css', 'print.css'];

async function styleSheet(colours: Parameters<typeof coloursSheet>[0]): Promise<string> {
  const folder = join(ROOT, 'src/styles');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.css') && !OTHER_SHEETS.includes(name)).sort();
  const sheets = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const own =
    '.shown{display:grid;gap:var(--s3);grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr))}.shown>li{min-width:0}';
  return ['@layer reset,tokens,base,layout,components,utilities;', coloursSheet(colours), ...sheets, own].join('\n');
}

type Module = typeof import('../tests/support/componentExamples.tsx');

function page(examples: Module['COMPONENT_EXAMPLES']): string {
  const groups = Object.entries(examples).map(([group, examples]) => {
    const shown = Object.entries(examples).map(
      ([name, example]) => `<li><p class="hint">${name}</p>${renderToStaticMarkup(example)}</li>`,
    );
    return `<section class="wrap"><h2>${group}</h2><ul class="shown">${shown.join('')}</ul></section>`;
  });
  return `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Components</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"><main><h1>Components</h1>${groups.join('')}</main></html>`;
}

/** The widths of the one picture that the examples name. */
async function writePictures(folder: string, { id, w, h }: Module['EXAMPLE_PICTURE']): Promise<void> {
  const { default: sharp } = await import('sharp');
  const source = await readFile(join(ROOT, SOURCE));
  for (const width of pictureWidths(w)) {
    const file = join(folder, pictureUrl(id, width));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(
      file,
      await sharp(source)
        .resize({ width, height: Math.round((h * width) / w) })
        .webp()
        .toBuffer(),
    );
  }
}

const description = {
  name: 'components',
  summary: 'A page with every component in every state, outside the site, and its pictures in light and dark; in .components/.',
  options: { serve: { type: 'boolean', help: 'Take no pictures; show the page in a browser until Ctrl-C.' } },
  positionals: [],
} as const;

await runTool(description, async ({ values }) => {
  const facts = await readFacts();
  if (!facts.ok) return facts;
  const { runnerImport } = await import('vite');
  // Node reads no JSX; Vite compiles it as it does for the tests.
  const { module } = await runnerImport<Module>(EXAMPLES, { root: ROOT });
  const folder = join(ROOT, '.components');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all([
    cp(join(ROOT, 'public/art'), join(folder, 'art'), { recursive: true }),
    cp(join(ROOT, 'src/styles/fonts'), join(folder, 'fonts'), { recursive: true }),
    styleSheet(facts.value.colours).then((sheet) => writeFile(join(folder, 'style.css'), sheet)),
    writeFile(join(folder, 'index.html'), page(module.COMPONENT_EXAMPLES)),
    writePictures(folder, module.EXAMPLE_PICTURE),
  ]);
  const served = await serveFolder(folder);
  try {
    if (!values.serve) return await takeSheet({ base: served.url, routes: ['/'], folder: join(folder, 'sheet') });
    print(`Every component: ${served.url}`);
    await stopSignal();
    return succeed(null);
  } finally {
    served.close();
  }
});
