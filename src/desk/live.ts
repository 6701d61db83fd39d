/** Sections of the desk about the live release and the rebuilds that led to it. */
import { html } from 'hono/html';
import type { Comparison, ReleaseSummary } from '../engine/index.ts';
import type { Result } from '../lib/result.ts';
import { askedBy, changesInWords, comparisonInWords, releaseInWords } from '../site/changes.ts';
import type { SiteStatus } from '../site/status.ts';
import { type Html, press } from './document.ts';
import type { Moment } from './moments.ts';
import type { DeskDeploy, DeskSite, SubmissionCount } from './types.ts';

type Token = { readonly token: string };

function row(term: string, value: Html | string): Html {
  return html`<div><dt>${term}</dt><dd>${value}</dd></div>`;
}

export function liveSection(
  live: ReturnType<DeskSite['live']>,
  { checkedAt, lastFailure }: SiteStatus,
  deploy: DeskDeploy | null,
  moment: Moment,
  token: Token,
): Html {
  return html`<section aria-labelledby="live"><h2 id="live">What is live</h2>
<dl>
${row('Release', live ? html`${live.release}${live.held ? ', held: rebuilds are not published' : ''}` : 'nothing yet')}
${row('Built', moment(live?.builtAt ?? null))}
${row('Last check', moment(checkedAt))}
${lastFailure ? row('Last failure', html`${moment(lastFailure.at)}: ${lastFailure.message}`) : row('Last failure', 'none')}
${row('Last deploy', deploy ? html`${moment(deploy.at)}, release ${deploy.release} to ${deploy.target}` : 'none')}
</dl>
<div class="presses">${press('rebuild', 'Rebuild now', { ...token })}
${live?.held ? press('resume', 'Go on publishing', { ...token }) : ''}</div>
</section>`;
}

/** Seconds with two digits after the point, or three significant ones. */
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 1);

/** Rebuilds in sight; those before open at a press. */
const IN_SIGHT = 5;

export function rebuildsSection({ recent }: SiteStatus, moment: Moment): Html {
  const rows = recent.map(
    ({ at, result, pages, milliseconds, message, changed = [], ...asked }) => html`<tr>
<td>${moment(at)}</td><td>${askedBy(asked)}</td><td>${result}</td><td class="number">${pages}</td><td class="number">${seconds(milliseconds)}</td>
</tr>${[message, changesInWords(changed)].map((why) => (why ? html`<tr class="why"><td colspan="5">${why}</td></tr>` : ''))}`,
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

/** What differs between two releases. */
function comparisonOf(comparison: Result<Comparison>, moment: Moment): Html {
  if (!comparison.ok) return html`<p class="answer" role="status" tabindex="-1" autofocus>${comparison.message}</p>`;
  const { from, to } = comparison.value;
  const [title, ...lines] = comparisonInWords(comparison.value);
  return html`<div class="answer" role="status" tabindex="-1" autofocus><p><strong>${title}</strong> ${moment(from.builtAt)} to ${moment(to.builtAt)}</p>
<ul class="plain">${lines.map((line) => html`<li>${line}</li>`)}</ul></div>`;
}

export function releasesSection(
  releases: readonly ReleaseSummary[],
  comparison: Result<Comparison> | null,
  moment: Moment,
  token: Token,
): Html {
  const rows = releases.map(
    (summary, at) => html`<li>
<p id="release-${summary.release}"><strong>${moment(summary.builtAt)}</strong> ${releaseInWords(summary, at === releases.length - 1).map((line, place) => html`${place > 0 ? html`<br>` : ''}${line}`)}</p>
${
  summary.live
    ? html`<strong>live</strong>`
    : html`<p><a href="/desk?compare=${summary.release}" aria-describedby="release-${summary.release}">Compare with the live one</a></p>
${press('rollback', 'Go back to this release', { ...token, release: summary.release }, `release-${summary.release}`)}`
}</li>`,
  );
  return html`<section aria-labelledby="releases"><h2 id="releases">Releases</h2>
${comparison ? comparisonOf(comparison, moment) : ''}
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p>No release is kept.</p>`}</section>`;
}

export function submissionsSection(submissions: readonly SubmissionCount[]): Html {
  const rows = submissions.map(
    ({ form, answer, count }) => html`<tr><td>${form}</td><td>${answer}</td><td class="number">${count}</td></tr>`,
  );
  const table = html`<table class="log"><thead><tr><th scope="col">Form</th><th scope="col">Answer</th>
<th scope="col" class="number">Number</th></tr></thead><tbody>${rows}</tbody></table>`;
  return html`<section aria-labelledby="submissions"><h2 id="submissions">Submissions</h2>
${rows.length > 0 ? table : html`<p>None since the worker started.</p>`}</section>`;
}
