/** The desk: what is live, what needs attention, what may be done. */
import { html } from 'hono/html';
import type { Comparison, ReleaseSummary } from '../engine/engine.ts';
import { messageOf, type Result } from '../lib/result.ts';
import { askedBy, changesInWords, comparisonInWords, releaseInWords } from '../site/changes.ts';
import type { Explained, Unexplained } from '../site/releases.ts';
import type { SiteStatus } from '../site/report.ts';
import type { Withdrawal } from '../types/media.ts';
import { actionButton, confirmation, deskPage, type Html, type Moment, momentsIn, noticeOf, type Session } from './document.ts';
import { inboxSection } from './inbox.ts';
import type { DeskDeploy, DeskOptions, DeskSite, SubmissionCount } from './types.ts';

const MOST_NAMED = 100;

function staleList({ staleCollections }: SiteStatus, moment: Moment): Html {
  const rows = staleCollections.map(
    ({ collection, why, since, held }) => html`<li>
<p id="stale-${collection}"><strong>${collection}</strong> ${held ? 'held' : 'stale'} since ${moment(since)}: ${why}</p>
${
  held
    ? html`<form method="get" action="/desk"><input type="hidden" name="empty" value="${collection}">
<button class="button plain" aria-describedby="stale-${collection}">Publish the empty list</button></form>`
    : ''
}</li>`,
  );
  return html`<h3>Lists shown as last fetched</h3><ul class="rows">${rows}</ul>`;
}

type Named = SiteStatus['warnings'][number];
type TitleOf = DeskSite['titleOf'];

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

async function attentionSection(status: SiteStatus, titleOf: TitleOf, moment: Moment): Promise<Html> {
  const { staleCollections, leftOut, warnings } = status;
  const parts = [
    staleCollections.length > 0 ? staleList(status, moment) : null,
    // Not of the item that is published, where two have one identity.
    await itemList('Items left out', leftOut, async () => null),
    await itemList('Warnings', warnings, titleOf),
  ].filter((part) => part !== null);
  return html`<section aria-labelledby="attention"><h2 id="attention">To look at</h2>
${parts.length > 0 ? parts : html`<p>Nothing: every list is up to date, and no item needs attention.</p>`}</section>`;
}

function withdrawnSection(withdrawn: readonly Withdrawal[], moment: Moment, token: string): Html {
  const rows = withdrawn.map(
    ({ reference, at, published }, index) => html`<li>
<p id="withdrawn-${index}"><strong>${reference}</strong> ${at === null ? '' : moment(at)}${published ? html`, published as ${published}` : ''}</p>
${actionButton('allow', 'Allow again', { token, reference }, `withdrawn-${index}`)}</li>`,
  );
  return html`<section aria-labelledby="withdrawn"><h2 id="withdrawn">Withdrawn</h2>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p>Nothing is withdrawn.</p>`}
<form class="ask" method="post" action="/desk/withdraw"><input type="hidden" name="token" value="${token}">
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
function explainSection(page: string, explanation: Explained | Unexplained, moment: Moment): Html {
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

const row = (term: string, value: Html | string): Html => html`<div><dt>${term}</dt><dd>${value}</dd></div>`;

function liveSection(options: DeskOptions, status: SiteStatus, deploy: DeskDeploy | null, moment: Moment, token: string): Html {
  const live = options.live();
  const { checkedAt, lastFailure } = status;
  return html`<section aria-labelledby="live"><h2 id="live">What is live</h2>
<dl>
${row('Release', live ? html`${live.release}${live.held ? ', held: rebuilds are not published' : ''}` : 'nothing yet')}
${row('Built', moment(live?.builtAt ?? null))}
${row('Last check', moment(checkedAt))}
${lastFailure ? row('Last failure', html`${moment(lastFailure.at)}: ${lastFailure.message}`) : row('Last failure', 'none')}
${row('Last deploy', deploy ? html`${moment(deploy.at)}, release ${deploy.release} to ${deploy.target}` : 'none')}
</dl>
<div class="presses">${actionButton('rebuild', 'Rebuild now', { token })}
${live?.held ? actionButton('resume', 'Go on publishing', { token }) : ''}</div>
</section>`;
}

/** Seconds with two digits after the point, or three significant ones. */
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 1);

/** Rebuilds in sight; those before open at a press. */
const IN_SIGHT = 5;

const whyRow = (names: string, why = '') => why && html`<tr class="${names}"><td colspan="5">${why}</td></tr>`;

function rebuildsSection({ recent }: SiteStatus, moment: Moment): Html {
  const rows = recent.map(
    ({ at, result, pages, milliseconds, message, changed = [], ...asked }) => html`<tr>
<td>${moment(at)}</td><td>${askedBy(asked)}</td><td>${result}</td><td class="number">${pages}</td><td class="number">${seconds(milliseconds)}</td>
</tr>${whyRow('why bad', message)}${whyRow('why', changesInWords(changed))}`,
  );
  const tableOf = (
    some: readonly Html[],
  ) => html`<table class="log"><thead><tr><th scope="col">When</th><th scope="col">Trigger</th><th scope="col">Result</th>
<th scope="col" class="number">Pages</th><th scope="col" class="number">Seconds</th></tr></thead><tbody>${some}</tbody></table>`;
  const earlier = rows.slice(IN_SIGHT);
  return html`<section aria-labelledby="rebuilds"><h2 id="rebuilds">Recent rebuilds</h2>
${recent.length > 0 ? tableOf(rows.slice(0, IN_SIGHT)) : html`<p>None is recorded yet.</p>`}
${earlier.length > 0 ? html`<details><summary>Show all ${recent.length}</summary>${tableOf(earlier)}</details>` : ''}</section>`;
}

function comparisonOf(comparison: Result<Comparison>, moment: Moment): Html {
  if (!comparison.ok) return html`<p class="answer" role="status" tabindex="-1" autofocus>${comparison.message}</p>`;
  const { from, to } = comparison.value;
  const [title, ...lines] = comparisonInWords(comparison.value);
  return html`<div class="answer" role="status" tabindex="-1" autofocus><p><strong>${title}</strong> ${moment(from.builtAt)} to ${moment(to.builtAt)}</p>
<ul class="plain">${lines.map((line) => html`<li>${line}</li>`)}</ul></div>`;
}

function releasesSection(kept: readonly ReleaseSummary[], comparison: Result<Comparison> | null, moment: Moment, token: string) {
  const rows = kept.map(
    (summary, at) => html`<li>
<p id="release-${summary.release}"><strong>${moment(summary.builtAt)}</strong> ${releaseInWords(summary, at === kept.length - 1).map((line, place) => html`${place > 0 ? html`<br>` : ''}${line}`)}</p>
${
  summary.live
    ? html`<strong>live</strong>`
    : html`<p><a href="/desk?compare=${summary.release}" aria-describedby="release-${summary.release}">Compare with the live one</a></p>
${actionButton('rollback', 'Go back to this release', { token, release: summary.release }, `release-${summary.release}`)}`
}</li>`,
  );
  return html`<section aria-labelledby="releases"><h2 id="releases">Releases</h2>
${comparison ? comparisonOf(comparison, moment) : ''}
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p>No release is kept.</p>`}</section>`;
}

function submissionsSection(submissions: readonly SubmissionCount[]): Html {
  const rows = submissions.map(
    ({ form, answer, count }) => html`<tr><td>${form}</td><td>${answer}</td><td class="number">${count}</td></tr>`,
  );
  const table = html`<table class="log"><thead><tr><th scope="col">Form</th><th scope="col">Answer</th>
<th scope="col" class="number">Number</th></tr></thead><tbody>${rows}</tbody></table>`;
  return html`<section aria-labelledby="submissions"><h2 id="submissions">Submissions</h2>
${rows.length > 0 ? table : html`<p>None since the worker started.</p>`}</section>`;
}

function emptyQuestion(collection: string, token: string): Html {
  return html`<p id="question" class="notice" tabindex="-1" autofocus>Publish ${collection} as an empty list? Everything in it leaves the site until the content service has it again.</p>
${confirmation(actionButton('accept-empty', 'Yes, publish it empty', { token, collection }, 'question'))}`;
}

const NO_PAGE: Unexplained = { message: 'Nothing was asked.' };

/** The desk is needed most when something is wrong: it then shows the rest, and `problem` says in one line why the others are empty. */
async function ask({ site, live }: DeskOptions, { explained: page, compared }: Query) {
  try {
    const release = live()?.release;
    const [releases, withdrawn, explanation, comparison] = await Promise.all([
      site.releases(),
      site.withdrawn(),
      page ? site.explain(page) : NO_PAGE,
      compared !== null && release !== undefined ? site.compare(compared, release) : null,
    ]);
    return { releases, withdrawn, explanation, comparison, titleOf: site.titleOf, problem: null };
  } catch (error) {
    const problem = `Releases and withdrawn pictures cannot be shown. ${messageOf(error)}`;
    return { releases: [], withdrawn: [], explanation: NO_PAGE, comparison: null, titleOf: async () => null, problem };
  }
}

/** The page to explain, '' for none; the list that may be published as empty; the release to compare with the live one. */
type Query = { readonly explained: string; readonly empty: string | null; readonly compared: string | null };

export async function overviewPage(options: DeskOptions, session: Session, query: Query): Promise<Html> {
  const { explained: page, empty } = query;
  const status = options.status();
  const [deploy, submissions] = await Promise.all([options.lastDeploy(), options.submissions()]);
  const { releases, withdrawn, explanation, comparison, titleOf, problem } = await ask(options, query);
  const moment = momentsIn(options.settings.timeZone);
  const restart = options.restart();
  const { token } = session;
  const held = status.staleCollections.find((list) => list.held && list.collection === empty);
  const body = html`${problem ? noticeOf({ text: problem, isFailure: true }, token) : ''}
${restart ? noticeOf({ text: `Restart needed. ${restart}`, isFailure: true }, token) : ''}
${held ? emptyQuestion(held.collection, token) : ''}
${liveSection(options, status, deploy, moment, token)}
${await attentionSection(status, titleOf, moment)}
${options.inbox ? inboxSection(options.inbox) : ''}
${rebuildsSection(status, moment)}
${releasesSection(releases, comparison, moment, token)}
${withdrawnSection(withdrawn, moment, token)}
${explainSection(page, explanation, moment)}
${submissionsSection(submissions)}
`;
  return deskPage(options, session, 'Desk', html`<a href="/desk">Load again</a>`, body);
}
