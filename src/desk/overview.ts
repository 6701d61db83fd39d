import { html } from 'hono/html';
import { messageOf } from '../lib/result.ts';
import { attentionSection, explainSection, withdrawnSection } from './attention.ts';
import { document, type Html, press } from './document.ts';
import { liveSection, rebuildsSection, releasesSection, submissionsSection } from './live.ts';
import { momentsIn } from './moments.ts';
import type { Notice, Session } from './sessions.ts';
import type { DeskOptions, DeskSite } from './types.ts';

function noticeOf(notice: Notice | null): Html | string {
  if (!notice) return '';
  return notice.isFailure
    ? html`<p class="notice problem" role="alert">${notice.text}</p>`
    : html`<p class="notice" role="status">${notice.text}</p>`;
}

interface Asked {
  readonly releases: Awaited<ReturnType<DeskSite['releases']>>;
  readonly withdrawn: Awaited<ReturnType<DeskSite['withdrawn']>>;
  readonly explanation: Awaited<ReturnType<DeskSite['explain']>>;
  readonly titleOf: DeskSite['titleOf'];
  /** Why the others are empty, in one line. */
  readonly problem: string | null;
}

/** The desk is needed most when something is wrong: it then shows the rest. */
async function ask(site: DeskSite, page: string): Promise<Asked> {
  try {
    const explained = page ? site.explain(page) : null;
    const [releases, withdrawn, explanation] = await Promise.all([site.releases(), site.withdrawn(), explained]);
    return { releases, withdrawn, explanation, titleOf: site.titleOf, problem: null };
  } catch (error) {
    const problem = `Releases and withdrawn pictures cannot be shown. ${messageOf(error)}`;
    return { releases: [], withdrawn: [], explanation: null, titleOf: async () => null, problem };
  }
}

/** The desk itself. `page`: the page to explain, '' for none. */
export async function overviewPage(options: DeskOptions, session: Session, page: string): Promise<Html> {
  const { site, siteName, timeZone } = options;
  const [status, deploy, submissions] = await Promise.all([site.status(), options.lastDeploy(), options.submissions()]);
  const { releases, withdrawn, explanation, titleOf, problem } = await ask(site, page);
  const moment = momentsIn(timeZone);
  const token = { token: session.token };
  return document(
    'Desk',
    siteName,
    html`<a class="skip" href="#main">Skip to content</a>
<header><p class="name">${siteName}</p><nav aria-label="Desk"><a href="/">The site</a> <a href="/desk">Load again</a></nav>
${press('sign-out', 'Sign out', token)}</header>
<main id="main"><h1>Desk</h1>
${noticeOf(session.takeNotice())}
${problem ? noticeOf({ text: problem, isFailure: true }) : ''}
${liveSection(site.live(), status, deploy, moment, token)}
${await attentionSection(status, titleOf, moment, token)}
${rebuildsSection(status, moment)}
${releasesSection(releases, moment, token)}
${withdrawnSection(withdrawn, moment, token)}
${explainSection(page, explanation, moment)}
${submissionsSection(submissions)}
</main>`,
  );
}
