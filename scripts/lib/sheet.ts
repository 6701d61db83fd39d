import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright';
import { fail, type Result, succeed } from '../../src/lib/result.ts';
import { CHROMIUM_ARGS, findChromium } from './chromium.ts';
import { print } from './command.ts';

const WIDTHS = [360, 768, 1366] as const;
const SCHEMES = ['light', 'dark'] as const;

/** Takes one whole page; pictures that wait for scrolling are asked for at once. Gives what the page did wrong. */
async function take(context: BrowserContext, address: string, file: string): Promise<{ complaints: string[]; sideways: number }> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(address, { waitUntil: 'load' });
  // The notices open by themselves; the picture is of the page behind them.
  await page.keyboard.press('Escape');
  const sideways = await page.evaluate(async () => {
    const pictures = [...document.images];
    // Those far below wait by an animation (src/styles/wait.css).
    for (const animation of document.getAnimations()) animation.cancel();
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
    return document.documentElement.scrollWidth - innerWidth;
  });
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
  return { complaints, sideways };
}

async function launch(): Promise<Result<Browser>> {
  const program = await findChromium(process.env);
  if (!program.ok) return program;
  const { chromium } = await import('playwright');
  try {
    return succeed(await chromium.launch({ executablePath: program.value, args: [...CHROMIUM_ARGS] }));
  } catch (error) {
    const [why] = String(error instanceof Error ? error.message : error).split('\n', 1);
    return fail('no-chromium', `${program.value} could not be started: ${why} Name another Chromium in CHROMIUM_PATH.`);
  }
}

interface Sheet {
  /** Address before each route. */
  readonly base: string;
  readonly routes: readonly string[];
  /** Where the pictures are written, with an `index.html` that shows them all. */
  readonly folder: string;
}

/** Pictures of each route at three widths in light and dark colours. Fails with the names of the pages that scroll sideways. */
export async function takeSheet({ base, routes, folder }: Sheet): Promise<Result<null>> {
  const launched = await launch();
  if (!launched.ok) return launched;
  const browser = launched.value;
  await mkdir(folder, { recursive: true });
  const figures: string[] = [];
  const wide: string[] = [];
  try {
    for (const colorScheme of SCHEMES) {
      for (const width of WIDTHS) {
        const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' });
        for (const route of routes) {
          const file = `${route === '/' ? 'home' : route.slice(1).replaceAll('/', '_')}-${width}-${colorScheme}.png`;
          const { complaints, sideways } = await take(context, base + route, join(folder, file));
          const name = `${route} at ${width} px, ${colorScheme}`;
          if (sideways > 0) wide.push(`${name} by ${sideways} px`);
          print([name, ...complaints].join(': '));
          figures.push(
            `<figure><img src="${encodeURIComponent(file)}" alt="" width="${width / 4}" loading="lazy"><figcaption>${name}</figcaption></figure>`,
          );
        }
        await context.close();
      }
    }
  } finally {
    await browser.close();
  }
  const style = 'body{display:flex;flex-wrap:wrap;gap:1rem;font:14px sans-serif}figure{margin:0}img{border:1px solid}';
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>${style}</style>${figures.join('')}`,
  );
  print(`All pictures: ${join(folder, 'index.html')}`);
  return wide.length > 0 ? fail('sideways', `Pages that scroll sideways: ${wide.join('; ')}.`) : succeed(null);
}
