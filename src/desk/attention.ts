/** Sections of the desk about what is published otherwise than meant. */
import { html } from 'hono/html';
import { changesInWords } from '../site/changes.ts';
import type { Explained, Unexplained } from '../site/explain.ts';
import type { SiteStatus } from '../site/status.ts';
import type { Withdrawal } from '../types/media.ts';
import { askFirst, type Html, press } from './document.ts';
import type { Moment } from './moments.ts';

/** Items named in a list; the rest are counted. */
const MOST_NAMED = 100;

type Token = { readonly token: string };

function staleList({ staleCollections }: SiteStatus, moment: Moment): Html {
  const rows = staleCollections.map(
    ({ collection, why, since, held }) => html`<li>
<p id="stale-${collection}"><strong>${collection}</strong> ${held ? 'held' : 'stale'} since ${moment(since)}: ${why}</p>
${held ? askFirst('Publish the empty list', { empty: collection }, `stale-${collection}`) : ''}</li>`,
  );
  return html`<h3>Lists shown as last fetched</h3><ul class="rows">${rows}</ul>`;
}

interface Named {
  readonly collection: string;
  readonly item: string;
  readonly reference?: string;
  readonly why: string;
}

type TitleOf = (collection: string, item: string) => Promise<string | null>;

async function itemRow({ collection, item, reference, why }: Named, titleOf: TitleOf): Promise<Html> {
  const title = await titleOf(collection, item);
  const name = title === null ? item : html`“${title}” (${item})`;
  return html`<li><p><strong>${collection}</strong> ${name}: ${reference ? html`${reference}: ` : ''}${why}</p></li>`;
}

async function itemList(heading: string, all: readonly Named[], titleOf: TitleOf): Promise<Html | null> {
  if (all.length === 0) return null;
  const rows = await Promise.all(all.slice(0, MOST_NAMED).map((named) => itemRow(named, titleOf)));
  const more = all.length - MOST_NAMED;
  return html`<h3>${heading}</h3><ul class="rows">${rows}</ul>
${more > 0 ? html`<p>${more} more; “npm run status -- --json” names all.</p>` : ''}`;
}

export async function attentionSection(status: SiteStatus, titleOf: TitleOf, moment: Moment): Promise<Html> {
  const { staleCollections, leftOut, warnings } = status;
  const parts = [
    staleCollections.length > 0 ? staleList(status, moment) : null,
    await itemList('Items left out', leftOut, titleOf),
    await itemList('Warnings', warnings, titleOf),
  ].filter((part) => part !== null);
  return html`<section aria-labelledby="attention"><h2 id="attention">To look at</h2>
${parts.length > 0 ? parts : html`<p>Nothing: every list is up to date, and no item needs attention.</p>`}</section>`;
}

export function withdrawnSection(withdrawn: readonly Withdrawal[], moment: Moment, token: Token): Html {
  const rows = withdrawn.map(
    ({ reference, at, published }, index) => html`<li>
<p id="withdrawn-${index}"><strong>${reference}</strong> ${at === null ? '' : moment(at)}${published ? html`, published as ${published}` : ''}</p>
${press('allow', 'Allow again', { ...token, reference }, `withdrawn-${index}`)}</li>`,
  );
  return html`<section aria-labelledby="withdrawn"><h2 id="withdrawn">Withdrawn</h2>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p>Nothing is withdrawn.</p>`}
<form class="ask" method="post" action="/desk/withdraw"><input type="hidden" name="token" value="${token.token}">
<label for="reference">Picture or file</label>
<input id="reference" name="reference" required autocomplete="off" aria-describedby="reference-hint">
<button class="button plain">Withdraw</button>
<p id="reference-hint" class="hint">Its reference in the content service, or its address on this site (/media/…). It is removed from
every release at once and stays away.</p></form></section>`;
}

function lastTime({ rendered, lastRendered: last }: Explained, moment: Moment): Html | string {
  if (rendered) return '';
  if (!last) return html`<p>Last rendered longer ago than is remembered.</p>`;
  return html`<p>Last rendered in release ${last.release}, ${moment(last.at)}: ${last.cause}</p>`;
}

/** `page` as typed; '' shows the field alone. */
export function explainSection(page: string, explanation: Explained | Unexplained, moment: Moment): Html {
  const items = 'items' in explanation ? changesInWords(explanation.items) : '';
  const answer =
    'page' in explanation
      ? html`<div class="answer" role="status" tabindex="-1" autofocus><p><strong>${explanation.page}</strong> in release ${explanation.release}, ${moment(explanation.at)}: ${explanation.why}</p>
${lastTime(explanation, moment)}${items ? html`<p>What had changed: ${items}.</p>` : ''}
<ul class="plain">${explanation.queries.map(
          ({ query, inputs, changed }) =>
            html`<li><code>${query}</code> from ${inputs.join(', ') || 'nothing'}${changed ? html` <strong>changed</strong>` : ''}</li>`,
        )}</ul><p>Files: ${explanation.files.join(', ')}</p></div>`
      : html`<p class="answer" role="status" tabindex="-1" autofocus>${explanation.message}</p>`;
  return html`<section aria-labelledby="explain"><h2 id="explain">Why it was rendered</h2>
<form class="ask" method="get" action="/desk">
<label for="page">Page</label>
<input id="page" name="page" required value="${page}" placeholder="/News" autocomplete="off">
<button class="button plain">Explain</button></form>
${page ? answer : ''}</section>`;
}
