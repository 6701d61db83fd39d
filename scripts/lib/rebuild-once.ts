import type { Result } from '../../src/lib/result.ts';
import { succeed } from '../../src/lib/result.ts';
import { observedIn } from '../../src/site/alerts.ts';
import { openSite, type RebuildRequest, type Rebuilt } from '../../src/site/open.ts';
import type { Context } from './command.ts';
import { openContentSource } from './content.ts';
import { progress } from './progress.ts';

/** Rebuilds the site once in this process and writes everything down. `quiet`: no progress. */
export async function rebuildOnce(
  { root, settings }: Context,
  request: RebuildRequest,
  quiet: boolean,
): Promise<Result<Rebuilt>> {
  const content = await openContentSource(settings);
  const site = openSite({ root, settings, contentServiceUrl: content.url, onEvent: progress(quiet) });
  try {
    const rebuilt = await site.rebuild(request);
    if (!rebuilt.ok) {
      await site.alerts.observe({ failure: rebuilt.message });
      return rebuilt;
    }
    await site.settled();
    await site.alerts.observe(observedIn(await site.status(), rebuilt.value.isMediaPending));
    return succeed(rebuilt.value);
  } finally {
    await site.close();
    await content.close();
  }
}
