import type { Result } from '../../src/lib/result.ts';
import { observedIn } from '../../src/site/alerts.ts';
import type { RebuildRequest, Rebuilt } from '../../src/site/open.ts';
import type { Context } from './command.ts';
import { withSite } from './content.ts';
import { progress } from './progress.ts';

/** Rebuilds the site once in this process, writes everything down and sends alerts. `quiet`: no progress. */
export function rebuildOnce(context: Context, request: RebuildRequest, quiet: boolean): Promise<Result<Rebuilt>> {
  return withSite(
    context,
    async (site) => {
      const rebuilt = await site.rebuild({ by: process.env.USER, ...request });
      const observed = rebuilt.ok ? observedIn(site.status(), rebuilt.value.isMediaPending) : { failing: rebuilt.message };
      // Another machine must not send the same again.
      if ((await site.alerts.observe(observed)) && context.settings.state !== null) await site.pushState();
      return rebuilt;
    },
    progress(quiet),
  );
}
