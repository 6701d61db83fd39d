/** The page with every component in every state: `npm run components`. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { coloursSheet } from '../../src/content/colours.ts';
import { pictureUrl, pictureWidths } from '../../src/lib/paths.ts';
import { ROOT } from './command.ts';

/** What is shown, from a module that only Vite or a test can load, as it holds JSX. */
export type Examples = typeof import('../../tests/support/componentExamples.tsx');
type Colours = Parameters<typeof coloursSheet>[0];

/** Drawn in place of the photo that the examples name. */
const SOURCE = 'public/art/scene-school.svg';
/** Sheets of documents other than the site's pages, and of the home page's first screen. */
const OTHER_SHEETS = ['answer.css', 'desk.css', 'home.css', 'hero.css', 'print.css'];

async function styleSheet(colours: Colours): Promise<string> {
  const folder = join(ROOT, 'src/styles');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.css') && !OTHER_SHEETS.includes(name)).sort();
  const sheets = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const own =
    '.shown{display:grid;gap:var(--s3);grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr))}.shown>li{min-width:0}';
  return ['@layer reset,tokens,base,layout,components,utilities;', coloursSheet(colours), ...sheets, own].join('\n');
}

function page(examples: Examples['COMPONENT_EXAMPLES']): string {
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
async function writePictures(folder: string, { id, w, h }: Examples['EXAMPLE_PICTURE']): Promise<void> {
  const { default: sharp } = await import('sharp');
  for (const width of pictureWidths(w)) {
    const file = join(folder, pictureUrl(id, width));
    await mkdir(dirname(file), { recursive: true });
    await sharp(join(ROOT, SOURCE))
      .resize({ width, height: Math.round((h * width) / w) })
      .webp()
      .toFile(file);
  }
}

/** Writes the page into a folder, with all that it loads. */
export async function writeComponentPage(folder: string, examples: Examples, colours: Colours): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all([
    cp(join(ROOT, 'public/art'), join(folder, 'art'), { recursive: true }),
    cp(join(ROOT, 'src/styles/fonts'), join(folder, 'fonts'), { recursive: true }),
    styleSheet(colours).then((sheet) => writeFile(join(folder, 'style.css'), sheet)),
    writeFile(join(folder, 'index.html'), page(examples.COMPONENT_EXAMPLES)),
    writePictures(folder, examples.EXAMPLE_PICTURE),
  ]);
}
