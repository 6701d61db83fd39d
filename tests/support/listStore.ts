/** A list with filters, fakes of its data files and of the browser's location and history. */
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { rulesOf } from '../../src/collections/browser.ts';
import type { NewsItem } from '../../src/service/schemas/news.ts';
import type { Topper } from '../../src/service/schemas/topper.ts';
import { createList, type List, type ListConfig } from '../../src/stores/list.ts';
import type { DataFile } from '../../src/types/views.ts';

/** Contents of the data files by address; a number is a status. Addresses differ between tests, since the store caches files. */
export const served = new Map<string, unknown>();
/** Addresses of the data files that the current test has requested, but for their index. */
export const asked: string[] = [];
let tests = 0;
let stop = () => {};

export const addressOf = (key: string) => `/data/${tests}/${key}.json`;

export function dataFile(key: string, items: readonly (NewsItem | Topper)[], months: readonly number[] = []): DataFile {
  const href = addressOf(key);
  served.set(href, items);
  return { key, count: items.length, months, href };
}

export function config(files: readonly DataFile[], change: Partial<ListConfig> = {}): ListConfig {
  const index = addressOf('index');
  served.set(index, files);
  const periods = [...Map.groupBy(files, ({ key }) => key)].map(([key, all]) => ({
    key,
    count: all.reduce((sum, { count }) => sum + count, 0),
    months: all.flatMap(({ months }) => months).sort((a, b) => a - b),
  }));
  return { kind: 'news', periods, index, period: 'All', year: '', ...change };
}

export function begin(settings: ListConfig): List {
  const list = createList(settings, rulesOf(settings.kind));
  stop = list.start('2026');
  return list;
}

export const titles = (list: List) => list.$list.get().view.items?.map((item) => ('name' in item ? item.name : item.title));
export const settled = (list: List) => expect.poll(() => list.$list.get().phase).not.toBe('loading');

/** Both `location` and `history`. */
class FakeBrowser extends EventTarget {
  entries = ['/News'];
  at = 0;
  pathname = '/News';
  get search() {
    return this.entries[this.at]?.slice(this.pathname.length) ?? '';
  }
  pushState = (_state: unknown, _title: string, address: string) => {
    this.entries = [...this.entries.slice(0, this.at + 1), address];
    this.at += 1;
  };
  replaceState = (_state: unknown, _title: string, address: string) => {
    this.entries[this.at] = address;
  };
  go(by: number) {
    this.at += by;
    this.dispatchEvent(new Event('popstate'));
  }
}
export let browser = new FakeBrowser();

/** Stubs the browser's globals anew before each test of a file, and stops its list afterwards. */
export function stubBrowser(): void {
  beforeEach(() => {
    tests += 1;
    asked.length = 0;
    browser = new FakeBrowser();
    vi.stubGlobal('location', browser);
    vi.stubGlobal('history', Object.assign(browser, { state: null }));
    vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
    vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
    vi.stubGlobal('fetch', async (href: string) => {
      if (href !== addressOf('index')) asked.push(href);
      const answer = served.get(href);
      return typeof answer === 'number' ? new Response('', { status: answer }) : new Response(JSON.stringify(answer));
    });
  });
  afterEach(() => {
    stop();
    vi.unstubAllGlobals();
  });
}
