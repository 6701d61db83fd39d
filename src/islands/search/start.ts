import { dayOf } from '../../lib/dates.ts';
import { domReady } from '../../lib/domReady.ts';
import { anchor, element } from '../../lib/element.ts';
import { LONGEST_QUERY } from '../../lib/matchText.ts';
import { phoneLink } from '../../lib/phone.ts';
import { createSearch } from '../../stores/search.ts';
import { createAnswers } from './answers.ts';
import { answerOf, resultOf, searchStatus } from './results.ts';

/** Results shown at first, and added by "Show more". */
const STEP = 24;

function find<Kind extends HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  if (!found) throw new Error(`The search page has no ${selector}.`);
  return found;
}

export async function startSearch(): Promise<void> {
  await domReady();
  const box = find<HTMLInputElement>('#query');
  const status = find('#status');
  const nothing = find('#nothing');
  const answers = find('#answers');
  const results = find('#results');
  const more = find('#more');
  const again = find('#again');
  const note = find('#newest');
  const site = createSearch('/search-index.json', '/search.json');
  const { $search } = site;
  let shown = STEP;
  let answerTo: ReturnType<typeof createAnswers> | null = null;

  function showAnswer(query: string): void {
    const statics = site.statics();
    const present = {
      today: dayOf(Date.now(), import.meta.env.SCHOOL_TIME_ZONE),
      calendar: site.known('Calendar'),
      closures: site.known('Closure'),
    };
    if (statics) answerTo ??= createAnswers(statics);
    const answer = answerTo?.(query, present);
    answers.replaceChildren(...(answer ? [answerOf(answer)] : []));
  }

  /** Nearest words, and whom to ask. */
  function help(query: string): Node[] {
    const near = site
      .nearest(query)
      .map((word) => element('li', '', anchor(`/Search?${new URLSearchParams({ q: word })}`, word)));
    const [phone = ''] = site.statics()?.phones ?? [];
    return [
      element('p', '', `Nothing was found for “${query.trim()}”.`),
      ...(near.length > 0 ? [element('p', '', 'Did you mean:'), element('ul', 'near', ...near)] : []),
      element(
        'p',
        '',
        'Look through the pages below, or ask the office: ',
        anchor(phoneLink(phone), phone),
        ', ',
        anchor('/ContactUs', 'Contact Us'),
        '.',
      ),
    ];
  }

  function show(): void {
    const { query, found, phase, isWhole, termOf } = $search.get();
    const isNothing = phase === 'ready' && found.length === 0;
    find('#pages').hidden = phase !== 'idle' && !isNothing;
    status.textContent = searchStatus({ found, phase });
    again.hidden = phase !== 'failed';
    note.hidden = isWhole || found.length === 0;
    more.hidden = phase === 'searching' || found.length <= shown;
    // What comes while more is read stays where it stands: those that come later stand below.
    if (results.dataset.query !== query) for (const old of [answers, results]) old.replaceChildren();
    results.dataset.query = query;
    if (phase !== 'idle' && (phase !== 'searching' || found.length > 0)) showAnswer(query);
    nothing.replaceChildren(...(isNothing && answers.childElementCount === 0 ? help(query) : []));
    results.append(...found.slice(results.childElementCount, shown).map((entry) => resultOf(entry, termOf)));
  }

  function look(query: string): void {
    shown = STEP;
    site.search(query);
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
  box.value ||= (new URLSearchParams(location.search).get('q') ?? '').slice(0, LONGEST_QUERY);
  look(box.value);
}
