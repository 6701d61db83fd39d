import type { Browser } from 'playwright';
import { answerTime, openBrowser, type Press, type Sight } from './press.ts';
import { quantile } from './process.ts';

interface Island extends Press {
  readonly name: string;
  readonly path: string;
  /** The ways in which a visitor comes to see it. */
  readonly sights: readonly Sight[];
  /** The visit has not seen the notices yet, so that they open over home. */
  readonly notices?: boolean;
}

export interface IslandFigure {
  readonly island: string;
  readonly sight: Sight;
  /** Milliseconds from being seen to the answer to a press. */
  readonly median: number;
  readonly most: number;
}

/** A phone: most of a page lies below its first screen. */
const viewport = { width: 360, height: 740 };
/**
 * React makes errors while it loads. In a browser that is driven from outside, Chromium looks up where in the file that was,
 * and parses all of React once more for it: 15 ms of processor time that no visitor's browser spends. With this option the
 * places are known from the compiling.
 */
const AS_FOR_VISITORS = '--js-flags=--no-enable-lazy-source-positions';
const FIRST: readonly Sight[] = ['first'];
const BELOW: readonly Sight[] = ['hurried', 'later'];

const carousel = (label: string, sights: readonly Sight[]): Island => {
  const region = `.car[aria-label="${label}"]`;
  return { name: label, path: '/', sights, seen: region, press: `${region} .next`, watch: `${region} .sl` };
};
const form = (path: string, sights: readonly Sight[]): Island => {
  return { name: 'Form', path, sights, seen: '.form', press: '.form [type=submit]', watch: '.form input' };
};
const filters = (path: string): Island => {
  return { name: 'Filters', path, sights: FIRST, seen: '#list', press: '#list select', watch: '#list select' };
};

const ISLANDS: readonly Island[] = [
  { name: 'Popup', path: '/', sights: FIRST, seen: 'dialog[open]', press: 'dialog [autofocus]', watch: 'dialog', notices: true },
  carousel('Pictures of the school', FIRST),
  { name: 'Tabs', path: '/', sights: BELOW, seen: '.tabs', press: '#t1', watch: '#s1' },
  { name: 'Calendar', path: '/', sights: BELOW, seen: '.cal', press: '.cal button.next', watch: '#cal-m' },
  ...['Events', 'News', 'ICSE toppers', 'ISC toppers', 'Gallery'].map((label) => carousel(label, BELOW)),
  form('/ContactUs', BELOW),
  ...['/Careers', '/Suggestion', '/Tc'].map((path) => form(path, FIRST)),
  ...['/News', '/Toppers'].map(filters),
  { name: 'Lightbox', path: '/SubGallery/*', sights: FIRST, seen: '.photos', press: '.photos a', watch: '.pswp' },
];

/** One visit of a browser that has nothing kept, or that has seen the notices of the set `seen` before. */
async function visit(browser: Browser, address: string, island: Island, sight: Sight, seen: string): Promise<number> {
  const context = await browser.newContext({ viewport });
  try {
    if (!island.notices) await context.addInitScript((set) => sessionStorage.setItem('notices', set), seen);
    return await answerTime(await context.newPage(), address, sight, island);
  } finally {
    await context.close();
  }
}

/** What a page says first at a place: a set of notices, an album. */
async function readFrom(address: string, place: RegExp): Promise<string> {
  return place.exec(await (await fetch(address)).text())?.[1] ?? '';
}

/** How soon each island of a running site answers once it is seen. */
export async function measureIslands(site: string, runs: number): Promise<IslandFigure[]> {
  const browser = await openBrowser(AS_FOR_VISITORS);
  const seen = await readFrom(site, /data-set="([^"]*)"/);
  const album = await readFrom(`${site}/Gallery`, /\/SubGallery\?id=([^"]*)"/);
  const figures: IslandFigure[] = [];
  try {
    for (const island of ISLANDS) {
      for (const sight of island.sights) {
        const times: number[] = [];
        for (let at = 0; at < runs; at += 1)
          times.push(await visit(browser, site + island.path.replace('*', album), island, sight, seen));
        figures.push({
          island: `${island.name} on ${island.path}`,
          sight,
          median: quantile(times, 0.5),
          most: Math.max(...times),
        });
      }
    }
  } finally {
    await browser.close();
  }
  return figures;
}
