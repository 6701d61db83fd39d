import type { Result } from '../../src/lib/result.ts';
import { succeed } from '../../src/lib/result.ts';
import { type Observed, observedIn } from '../../src/site/alerts.ts';
import { openSite, type RebuildRequest, type Rebuilt, type Site } from '../../src/site/open.ts';
import type { Context } from './command.ts';
import { openContentSource } from './content.ts';
import { progress } from './progress.ts';

/** Sends alerts. A push after that uploads what was sent, so that another machine does not send it again. */
async function alert({ alerts, pushState }: Site, isShared: boolean, observed: Observed): Promise<void> {
  if ((await alerts.observe(observed)) && isShared) await pushState();
}

/** Rebuilds the site once in this process and writes everything down. `quiet`: no progress. */
export async function rebuildOnce(
  { root, settings }: Context,
  request: RebuildRequest,
  quiet: boolean,
): Promise<Result<Rebuilt>> {
  const content = await openContentSource(settings);
  const site = openSite({ root, settings, contentServiceUrl: content.url, onEvent: progress(quiet) });
  const isShared = settings.state !== null;
  try {
    const rebuilt = await site.rebuild({ by: process.env.USER, ...request });
    if (!rebuilt.ok) {
      await alert(site, isShared, { failure: rebuilt.message });
      return rebuilt;
    }
    await alert(site, isShared, observedIn(await site.status(), rebuilt.value.isMediaPending));
    return succeed(rebuilt.value);
  } finally {
    await site.close();
    await content.close();
  }
}
