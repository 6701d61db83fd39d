import { domReady } from '../../lib/domReady.ts';
import { fail, type Result, succeed } from '../../lib/result.ts';
import { createSearch, SCREENFUL } from '../../stores/search.ts';
import type { SearchEntry } from '../../types/views.ts';
import { resultOf, searchStatus } from './results.ts';

/** Results shown at first, and added by "Show more". */
const STEP = 24;

/** The words of the static pages by path. */
type PageTexts = () => Promise<Readonly<Record<string, string>>>;

function find<Kind extends HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  if (!found) throw new Error(`The search page has no ${selector}.`);
  return found;
}

/** The static pages: those that the page links to, with their words. */
async function readPages(readTexts: PageTexts): Promise<Result<SearchEntry[]>> {
  try {
    const texts = await readTexts();
    const links = document.querySelectorAll<HTMLAnchorElement>('#pages .all a');
    const entry = ({ pathname: href, textContent: title }: HTMLAnchorElement) => ({
      kind: 'Page',
      href,
      title,
      text: texts[href] ?? '',
    });
    return succeed(Array.from(links, entry));
  } catch (error) {
    return fail('unreachable', `The words of the pages could not be loaded: ${error}.`);
  }
}

/** Makes the search page answer to what is typed and to its address. */
export async function startSearch(readTexts: PageTexts): Promise<void> {
  await domReady();
  const box = find<HTMLInputElement>('#query');
  const status = find('#status');
  const nothing = find('#nothing');
  const results = find('#results');
  const more = find('#more');
  const again = find('#again');
  const { $search, search } = createSearch(find('#search').dataset.index ?? '', () => readPages(readTexts));
  let shown = STEP;

  function show(): void {
    const { query, found, phase } = $search.get();
    const idle = phase === 'idle';
    find('#pages').hidden = !idle;
    status.textContent = searchStatus({ found, phase });
    nothing.hidden = phase !== 'ready' || found.length > 0;
    nothing.textContent = `Nothing was found for “${query.trim()}”. Try fewer words, or only the first letters of a word.`;
    more.hidden = found.length <= shown;
    again.hidden = phase !== 'failed';
    // Found in their final order: what stands there stays, until another query is typed.
    if (results.dataset.query !== query) results.replaceChildren();
    results.dataset.query = query;
    // Each result takes time to lay out: the first screen comes by itself.
    const most = phase === 'searching' && results.childElementCount === 0 ? SCREENFUL : shown;
    results.append(...found.slice(results.childElementCount, most).map((entry) => resultOf(entry, query)));
  }

  function look(query: string): void {
    shown = STEP;
    search(query);
  }

  $search.subscribe(show);
  box.addEventListener('input', () => {
    const query = box.value;
    const address = query.trim() === '' ? location.pathname : `${location.pathname}?${new URLSearchParams({ q: query })}`;
    history.replaceState(history.state, '', address);
    look(query);
  });
  find('#search').addEventListener('submit', (event) => event.preventDefault());
  again.addEventListener('click', () => look(box.value));
  more.addEventListener('click', () => {
    const next = results.childElementCount;
    shown += STEP;
    show();
    const added = results.children[next]?.querySelector('a');
    added?.focus();
  });
  // What was typed before the script came counts more than the address.
  box.value ||= new URLSearchParams(location.search).get('q') ?? '';
  look(box.value);
}
