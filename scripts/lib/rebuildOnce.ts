import type { Result } from '../../src/lib/result.ts';
import { observedIn } from '../../src/site/alerts.ts';
import { openSite, type RebuildRequest, type Rebuilt } from '../../src/site/open.ts';
import type { Context } from './command.ts';
import { openContentSource } from './content.ts';
import { progress } from './progress.ts';

/** Rebuilds the site once in this process, writes everything down and sends alerts. `quiet`: no progress. */
export async function rebuildOnce(
  { root, settings }: Context,
  request: RebuildRequest,
  quiet: boolean,
): Promise<Result<Rebuilt>> {
  const content = await openContentSource(settings);
  const site = openSite({ root, settings, contentServiceUrl: content.url, onEvent: progress(quiet) });
  try {
    const rebuilt = await site.rebuild({ by: process.env.USER, ...request });
    const observed = rebuilt.ok ? observedIn(site.status(), rebuilt.value.isMediaPending) : { failure: rebuilt.message };
    // Another machine must not send the same again.
    if ((await site.alerts.observe(observed)) && settings.state !== null) await site.pushState();
    return rebuilt;
  } finally {
    await site.close();
    await content.close();
  }
}
