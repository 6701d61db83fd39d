import { html } from 'hono/html';
import { attentionSection, explainSection, withdrawnSection } from './attention.ts';
import { document, type Html, press } from './document.ts';
import { liveSection, rebuildsSection, releasesSection, submissionsSection } from './live.ts';
import { momentsIn } from './moments.ts';
import type { Notice, Session } from './sessions.ts';
import type { DeskOptions } from './types.ts';

function noticeOf(notice: Notice | null): Html | string {
  if (!notice) return '';
  return notice.isFailure
    ? html`<p class="notice problem" role="alert">${notice.text}</p>`
    : html`<p class="notice" role="status">${notice.text}</p>`;
}

/** The desk itself. `page`: the page to explain, '' for none. */
export async function overviewPage(options: DeskOptions, session: Session, page: string): Promise<Html> {
  const { site, siteName, timeZone } = options;
  const { engine } = site;
  const [status, deploy, submissions] = await Promise.all([site.status(), options.lastDeploy(), options.submissions()]);
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
${liveSection(engine, status, deploy, moment, token)}
${await attentionSection(status, site.titleOf, moment, token)}
${rebuildsSection(status, moment)}
${releasesSection(engine, moment, token)}
${withdrawnSection(site.withdrawn(), moment, token)}
${explainSection(page, page ? engine.explain(page) : null, moment)}
${submissionsSection(submissions)}
</main>`,
  );
}
