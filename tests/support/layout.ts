/** Measures pages at the widths that are tight, in three families of `tests/fonts.conf`. */
import type { Page } from 'playwright/test';

/** Of the window, px: the narrowest, the widest, and where the layout has just taken another column. */
const WIDTHS = [320, 640, 768, 960, 1200, 1920];

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

/** Families by what they are like. */
export const FONTS = { narrow: 'Archivo Narrow', wide: 'DejaVu Sans', monospaced: 'DejaVu Sans Mono' };

/**
 * Opens an absolute address to be measured: in a frame of a page of the same site, with every group of its menu open, its
 * animations paused, and a style sheet `window.visitor` that its content security policy cannot block.
 */
export async function openInFrame(page: Page, address: string): Promise<void> {
  const body = '<!doctype html><title>Frame</title><iframe style="border: 0; height: 900px"></iframe>';
  const around = new URL('/frame', address).href;
  if (page.url() !== around) {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.route('**/frame', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(around);
    // A page with routes keeps no file for the next address.
    await page.unrouteAll();
  }
  await page.locator('iframe').evaluate(async (frame: HTMLIFrameElement, src) => {
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.src = src;
    await loaded;
    for (const animation of frame.contentDocument?.getAnimations() ?? []) animation.pause();
    for (const state of frame.contentDocument?.querySelectorAll<HTMLElement>('.menu .state') ?? []) state.showPopover();
    const visitor = new (frame.contentWindow as Window & typeof globalThis).CSSStyleSheet();
    frame.contentDocument?.adoptedStyleSheets.push(visitor);
    Object.assign(window, { visitor });
  }, address);
}

/** A visitor's style sheet, and the widths, px, at which the page is measured with it. */
interface Trial {
  /** Describes the trial in a finding. */
  readonly under: string;
  readonly css: string;
  readonly widths: readonly number[];
}

/** A visitor's style sheet that sets the family of all text. */
export const inFont = (family: string) => `:root { --sans: ${family} !important; --serif: ${family} !important }`;

/**
 * What is wider than the window that shows it, in a wide font under each condition, and in a monospaced and a narrow one: the page itself
 * and, by selector, boxes whose text would be cut off. The page is one of {@link openInFrame}.
 */
export function overflowsOf(page: Page, boxes = 'html'): Promise<string[]> {
  const trials: readonly Trial[] = [
    ...CONDITIONS.map(({ name, widths, css }) => ({ under: name, css: `${inFont(FONTS.wide)} ${css}`, widths })),
    { under: 'in a monospaced font', css: inFont(FONTS.monospaced), widths: [320, 768] },
    // The menu stands in a row sooner.
    { under: 'in a narrow font', css: inFont(FONTS.narrow), widths: [320, 1024] },
  ];
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

/** Where targets come nearest to each other: small in a narrow font, in more lines in a monospaced one. */
const TARGET_TRIALS: readonly Trial[] = [
  { under: 'in a narrow font', css: inFont(FONTS.narrow), widths: [360, 1280] },
  { under: 'in a wide font', css: inFont(FONTS.wide), widths: [360] },
  { under: 'in a monospaced font', css: inFont(FONTS.monospaced), widths: [360] },
];

/**
 * Links and controls in sight that are smaller than 24 px and whose circle of 24 px meets another target or its circle
 * (WCAG 2.2, 2.5.8), in a narrow, a wide and a monospaced font. Links within a sentence may be as high as its line.
 */
export function crowdedTargetsOf(page: Page): Promise<string[]> {
  return page.locator('iframe').evaluate((frame: HTMLIFrameElement, trials) => {
    const { document: framed, getComputedStyle: styleOf } = frame.contentWindow as Window;
    // What lies behind open notices is out of reach.
    framed.querySelector('dialog')?.close();
    const inSentence = (element: Element) =>
      styleOf(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        ({ nodeType, nodeValue }) => nodeType === 3 && /\w/.test(nodeValue ?? ''),
      );
    const crowded = () => {
      const targets = [...framed.querySelectorAll('a[href], button, input, select, textarea, summary')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.vh, [inert]'))
        .map((element) => {
          const box = element.getBoundingClientRect();
          const x = box.x + box.width / 2;
          const y = box.y + box.height / 2;
          return { element, box, x, y, isSmall: Math.min(box.width, box.height) < 23.99 };
        });
      const meets = (one: (typeof targets)[number], { element, box, x, y, isSmall }: (typeof targets)[number]) => {
        if (one.element === element || one.element.contains(element) || element.contains(one.element)) return false;
        const toBox = Math.hypot(
          Math.max(box.left - one.x, 0, one.x - box.right),
          Math.max(box.top - one.y, 0, one.y - box.bottom),
        );
        return toBox < 11.99 || (isSmall && Math.hypot(x - one.x, y - one.y) < 23.99);
      };
      return targets
        .filter((one) => one.isSmall && !inSentence(one.element) && targets.some((other) => meets(one, other)))
        .map(({ element, box }) => `"${element.textContent?.trim()}" ${box.width.toFixed(1)} x ${box.height.toFixed(1)} px`);
    };
    return trials.flatMap(({ under, css, widths }) => {
      (window as Window & { visitor?: CSSStyleSheet }).visitor?.replaceSync(css);
      return widths.flatMap((width) => {
        frame.style.width = `${width}px`;
        return crowded().map((target) => `${target} at ${width} px ${under}`);
      });
    });
  }, TARGET_TRIALS);
}

/**
 * With letters twice as large on a phone, by how much the page scrolls sideways and cards are cut, and the fields that show
 * fewer than two letters; with letters half as large again, the words of titles that are broken.
 */
export async function crampedByLargeLetters(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 740 });
  return page.evaluate(() => {
    const large = new CSSStyleSheet();
    document.adoptedStyleSheets.push(large);
    const letter = document.createRange();
    const isBroken = (text: Text, { 0: word, index }: RegExpExecArray) => {
      const lines = Array.from(word, (_, at) => {
        letter.setStart(text, index + at);
        letter.setEnd(text, index + at + 1);
        return letter.getBoundingClientRect();
      }).filter(({ width }) => width > 1);
      return lines.some(({ top, height }) => Math.abs(top - (lines[0]?.top ?? top)) > height / 2);
    };
    large.replaceSync(':root { font-size: 32px !important }');
    const cut = [document.documentElement, ...document.querySelectorAll('.card, .people li, .entries li')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 0)
      .map((box) => `${box.tagName}.${box.className} by ${box.scrollWidth - box.clientWidth} px`);
    const narrow = Array.from(document.querySelectorAll('input:is([type=text], [type=search], [type=email], [type=tel])'))
      .filter((field) => field.checkVisibility())
      .filter((field) => {
        const { paddingLeft, paddingRight } = getComputedStyle(field);
        return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) < 2 * 32;
      })
      .map((field) => `${field.id} is narrow`);
    large.replaceSync(':root { font-size: 24px !important }');
    const broken = [...document.querySelectorAll(':is(h1, h2, h3):not(.vh), .near a')].flatMap((title) => {
      const texts = document.createNodeIterator(title, NodeFilter.SHOW_TEXT);
      const words: string[] = [];
      for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null)
        // The tests' fonts have no letters of Indian scripts, and what stands for these is wider.
        for (const word of text.data.matchAll(/[A-Za-z’.,:]+/g)) if (isBroken(text, word)) words.push(word[0]);
      return words;
    });
    return [...cut, ...narrow, ...broken];
  });
}
