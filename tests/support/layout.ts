/** Measures pages at many widths, in fonts from packages: the result does not depend on the fonts that are installed. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';

/** Of the window, px. */
const WIDTHS = [320, 360, 414, 480, 600, 768, 900, 1024, 1152, 1216, 1280, 1366, 1536, 1920];

interface Condition {
  readonly name: string;
  readonly widths: readonly number[];
  /** CSS that a visitor adds. */
  readonly css: string;
}

const SPACING = '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';
const CONDITIONS: readonly Condition[] = [
  { name: 'as it is', widths: WIDTHS, css: '' },
  { name: 'with a root font of 24 px', widths: [360], css: ':root { font-size: 24px !important }' },
  { name: 'with the text spacing of WCAG 1.4.12', widths: [1280], css: `${SPACING} p { margin-bottom: 2em !important }` },
];

const encoded = (url: string) => readFileSync(fileURLToPath(url), 'base64');

const FONTS = [
  {
    name: 'narrow',
    regular: encoded(import.meta.resolve('@fontsource/archivo-narrow/files/archivo-narrow-latin-400-normal.woff2')),
    bold: encoded(import.meta.resolve('@fontsource/archivo-narrow/files/archivo-narrow-latin-700-normal.woff2')),
  },
  {
    name: 'wide',
    regular: encoded(import.meta.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2')),
    bold: encoded(import.meta.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2')),
  },
  {
    name: 'mono',
    regular: encoded(import.meta.resolve('@fontsource/dejavu-mono/files/dejavu-mono-latin-400-normal.woff2')),
    bold: encoded(import.meta.resolve('@fontsource/dejavu-mono/files/dejavu-mono-latin-700-normal.woff2')),
  },
];

/** Opens an address in a frame of a page of the same site, with every group of its menu open and its animations paused. */
async function openInFrame(page: Page, address: string): Promise<void> {
  const body = '<!doctype html><title>Frame</title><iframe style="border: 0; height: 900px"></iframe>';
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.route('**/frame', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(new URL('/frame', address).href);
  await page.locator('iframe').evaluate(async (frame: HTMLIFrameElement, src) => {
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.src = src;
    await loaded;
    for (const animation of frame.contentDocument?.getAnimations() ?? []) animation.pause();
    for (const state of frame.contentDocument?.querySelectorAll<HTMLElement>('.menu .state') ?? []) state.showPopover();
  }, address);
}

/** Adds the fonts to the framed page, and a style sheet `window.visitor` that its content security policy cannot block. */
async function addFonts(page: Page): Promise<void> {
  await page.locator('iframe').evaluate((frame: HTMLIFrameElement, fonts) => {
    const view = frame.contentWindow as Window & typeof globalThis;
    const face = (name: string, weight: string, base64: string) =>
      new view.FontFace(
        `${name}-under-test`,
        Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
        { weight },
      );
    for (const { name, regular, bold } of fonts) {
      view.document.fonts.add(face(name, '400', regular)).add(face(name, '700', bold));
      if (!view.document.fonts.check(`16px ${name}-under-test`)) throw new Error(`The ${name} font is not there.`);
    }
    const visitor = new view.CSSStyleSheet();
    view.document.adoptedStyleSheets.push(visitor);
    Object.assign(window, { visitor });
  }, FONTS);
}

/** A visitor's style sheet, and the widths, px, at which the page is measured with it. */
interface Trial {
  /** Describes the trial in a finding. */
  readonly under: string;
  readonly css: string;
  readonly widths: readonly number[];
}

const inFont = (font: string) => `:root { --sans: ${font}-under-test !important; --serif: ${font}-under-test !important }`;

/** Opens an absolute address to be measured. */
export async function openInFonts(page: Page, address: string): Promise<void> {
  await openInFrame(page, address);
  await addFonts(page);
}

/**
 * What is wider than the window that shows it, in each font and under each condition: the page itself and, by selector,
 * boxes whose text would be cut off. The page is one of {@link openInFonts}.
 */
export function overflowsOf(page: Page, boxes = 'html'): Promise<string[]> {
  const trials = FONTS.flatMap(({ name: font }) =>
    CONDITIONS.map(
      ({ name, widths, css }): Trial => ({ under: `in a ${font} font ${name}`, css: `${inFont(font)} ${css}`, widths }),
    ),
  );
  // All trials in one call: between two calls the browser would paint the page.
  return page.locator('iframe').evaluate(
    (frame: HTMLIFrameElement, { trials, boxes }) =>
      trials.flatMap(({ under, css, widths }) => {
        (window as Window & { visitor?: CSSStyleSheet }).visitor?.replaceSync(css);
        return widths.flatMap((width) => {
          frame.style.width = `${width}px`;
          return [...(frame.contentDocument?.querySelectorAll(boxes) ?? [])]
            .filter((box) => box.scrollWidth > box.clientWidth + 1)
            .map((box) => `${box.tagName}.${box.className} by ${box.scrollWidth - box.clientWidth} px at ${width} px ${under}`);
        });
      }),
    { trials, boxes },
  );
}

/** Largest distance of an inner page's content from the top of the window by the window's width, both px. */
const LATEST_STARTS = { 360: 200, 1366: 220 } as const;

/** Where the element after the head of a page of {@link openInFonts} begins too low, in each font. Closes the menu. */
export function lateStartsOf(page: Page): Promise<string[]> {
  const trials = FONTS.map(({ name }) => ({ under: `in a ${name} font`, css: inFont(name) }));
  return page.locator('iframe').evaluate(
    (frame: HTMLIFrameElement, { trials, starts }) => {
      for (const state of frame.contentDocument?.querySelectorAll<HTMLElement>('.menu .state:popover-open') ?? [])
        state.hidePopover();
      return trials.flatMap(({ under, css }) => {
        (window as Window & { visitor?: CSSStyleSheet }).visitor?.replaceSync(css);
        return Object.entries(starts).flatMap(([width, latest]) => {
          frame.style.width = `${width}px`;
          const first = frame.contentDocument?.querySelector('.head')?.nextElementSibling;
          const top = first?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
          return top < latest ? [] : [`at ${Math.round(top)} px, ${width} px wide ${under}`];
        });
      });
    },
    { trials, starts: LATEST_STARTS },
  );
}
