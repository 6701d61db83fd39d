import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright';
import { fail, succeed } from '../src/lib/result.ts';
import { ROUTES } from '../src/lib/routes.ts';
import { CHROMIUM_ARGS, findOrInstallChromium } from './lib/chromium.ts';
import { runCommand } from './lib/command.ts';
import { serveFolder } from './lib/static-server.ts';

const WIDTHS = [1280, 360] as const;

/** Takes one whole page; pictures that wait for scrolling are asked for at once. Gives what the page did wrong. */
async function take(context: BrowserContext, address: string, file: string): Promise<string[]> {
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(error.message));
  await page.goto(address, { waitUntil: 'networkidle' });
  // The notices open by themselves; the picture is of the page behind them.
  await page.keyboard.press('Escape');
  const sideways = await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
    return document.documentElement.scrollWidth - innerWidth;
  });
  if (sideways > 0) wrong.push(`scrolls sideways by ${sideways} px`);
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
  return wrong;
}

const description = {
  name: 'contact-sheet',
  summary: 'A picture of every route at 360 and 1280 px in .contact-sheet/, and a page with all of them.',
  options: {
    base: { type: 'string', value: 'URL', help: 'Take them from a running site instead of dist/.' },
    dark: { type: 'boolean', help: 'In dark colours.' },
  },
  positionals: [{ name: 'ROUTE', help: 'Only these routes, such as /News.', many: true }],
} as const;

await runCommand(description, async ({ root, values, positionals }) => {
  const dist = join(root, 'dist');
  if (values.base === undefined && !existsSync(join(dist, 'index.html'))) {
    return fail(
      'no-site',
      'There is nothing in dist/ to take pictures of. Run "npm run build" first, or name a running site with --base.',
    );
  }
  const program = findOrInstallChromium();
  if (!program.ok) return program;
  const served = values.base === undefined ? await serveFolder(dist) : null;
  const base = served?.url ?? values.base?.replace(/\/$/, '');
  const folder = join(root, '.contact-sheet');
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: program.value, args: [...CHROMIUM_ARGS] });
  const colorScheme = values.dark ? 'dark' : 'light';
  const routes = positionals.length > 0 ? positionals : [...ROUTES, '/404'];
  const figures: string[] = [];
  for (const width of WIDTHS) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' });
    for (const route of routes) {
      const file = `${route === '/' ? 'home' : route.slice(1).replaceAll('/', '_')}-${width}-${colorScheme}.png`;
      const wrong = await take(context, base + route, join(folder, file));
      figures.push(
        `<figure><img src="${encodeURIComponent(file)}" alt="" width="${width / 4}"><figcaption>${route} ${width}</figcaption></figure>`,
      );
      process.stdout.write(`${route} at ${width} px${wrong.length > 0 ? `: ${wrong.join('; ')}` : ''}\n`);
    }
    await context.close();
  }
  await browser.close();
  served?.close();
  const style = 'body{display:flex;flex-wrap:wrap;gap:1rem;font:14px sans-serif}figure{margin:0}img{border:1px solid}';
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>Contact sheet</title><style>${style}</style>${figures.join('')}`,
  );
  process.stdout.write(`All pictures: ${join('.contact-sheet', 'index.html')}\n`);
  return succeed(null);
});
