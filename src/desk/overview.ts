import { html } from 'hono/html';
import { messageOf } from '../lib/result.ts';
import type { Unexplained } from '../site/explain.ts';
import { attentionSection, explainSection, withdrawnSection } from './attention.ts';
import { document, type Html, press } from './document.ts';
import { inboxSection } from './inbox.ts';
import { liveSection, rebuildsSection, releasesSection, submissionsSection } from './live.ts';
import { momentsIn } from './moments.ts';
import { confirmation, noticeOf } from './notice.ts';
import type { Session } from './sessions.ts';
import type { DeskOptions, DeskSite } from './types.ts';

type Token = { readonly token: string };

/** The question before a list that is `held` is published without any item. */
function emptyQuestion(collection: string, token: Token): Html {
  return html`<p id="question" class="notice" tabindex="-1" autofocus>Publish ${collection} as an empty list? Everything in it leaves the site until the content service has it again.</p>
${confirmation(press('accept-empty', 'Yes, publish it empty', { ...token, collection }, 'question'))}`;
}

interface Asked {
  readonly releases: Awaited<ReturnType<DeskSite['releases']>>;
  readonly withdrawn: Awaited<ReturnType<DeskSite['withdrawn']>>;
  readonly explanation: Awaited<ReturnType<DeskSite['explain']>>;
  readonly comparison: Awaited<ReturnType<DeskSite['compare']>> | null;
  readonly titleOf: DeskSite['titleOf'];
  /** Why the others are empty, in one line. */
  readonly problem: string | null;
}

const NO_PAGE: Unexplained = { message: 'Nothing was asked.' };

/** The desk is needed most when something is wrong: it then shows the rest. */
async function ask(site: DeskSite, { explained: page, compared }: Query): Promise<Asked> {
  try {
    const live = site.live()?.release;
    const [releases, withdrawn, explanation, comparison] = await Promise.all([
      site.releases(),
      site.withdrawn(),
      page ? site.explain(page) : NO_PAGE,
      compared !== null && live !== undefined ? site.compare(compared, live) : null,
    ]);
    return { releases, withdrawn, explanation, comparison, titleOf: site.titleOf, problem: null };
  } catch (error) {
    const problem = `Releases and withdrawn pictures cannot be shown. ${messageOf(error)}`;
    return { releases: [], withdrawn: [], explanation: NO_PAGE, comparison: null, titleOf: async () => null, problem };
  }
}

/** What the address of the desk asks for. */
interface Query {
  /** The page to explain, '' for none. */
  readonly explained: string;
  /** The list that may be published as empty, null for none. */
  readonly empty: string | null;
  /** The release to compare with the live one, null for none. */
  readonly compared: string | null;
}

/** The desk itself. */
export async function overviewPage(options: DeskOptions, session: Session, query: Query): Promise<Html> {
  const { explained: page, empty } = query;
  const { site, siteName, timeZone } = options;
  const [status, deploy, submissions] = await Promise.all([site.status(), options.lastDeploy(), options.submissions()]);
  const { releases, withdrawn, explanation, comparison, titleOf, problem } = await ask(site, query);
  const moment = momentsIn(timeZone);
  const restart = options.restart();
  const token = { token: session.token };
  const notice = session.takeNotice();
  const held = status.staleCollections.find((list) => list.held && list.collection === empty);
  return document(
    'Desk',
    siteName,
    html`<a class="skip" href="#main">Skip to content</a>
<header><p class="name">${siteName}</p><nav aria-label="Desk"><a href="/">The site</a> <a href="/desk">Load again</a></nav>
${press('sign-out', 'Sign out', token)}</header>
<main id="main"><h1>Desk</h1>
${notice ? noticeOf(notice, token) : ''}
${problem ? noticeOf({ text: problem, isFailure: true }, token) : ''}
${restart ? noticeOf({ text: `Restart needed. ${restart}`, isFailure: true }, token) : ''}
${held ? emptyQuestion(held.collection, token) : ''}
${liveSection(site.live(), status, deploy, moment, token)}
${await attentionSection(status, titleOf, moment)}
${options.inbox ? inboxSection(options.inbox) : ''}
${rebuildsSection(status, moment)}
${releasesSection(releases, comparison, moment, token)}
${withdrawnSection(withdrawn, moment, token)}
${explainSection(page, explanation, moment)}
${submissionsSection(submissions)}
</main>`,
  );
}
