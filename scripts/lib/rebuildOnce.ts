import { resolve } from 'node:path';
import type { Result } from '../../src/lib/result.ts';
import { observedIn } from '../../src/site/alerts.ts';
import type { RebuildRequest, Rebuilt } from '../../src/site/open.ts';
import { type Context, tell } from './command.ts';
import { withSite } from './content.ts';
import { otherSources } from './presence.ts';
import { progress } from './progress.ts';

/** Rebuilds the site once in this process, writes everything down and sends alerts. `quiet`: no progress. */
export function rebuildOnce(context: Context, request: RebuildRequest, quiet: boolean): Promise<Result<Rebuilt>> {
  const { root, settings } = context;
  const other = otherSources(resolve(root, settings.cacheDir), settings);
  if (other) tell(other);
  return withSite(
    context,
    async (site) => {
      const rebuilt = await site.rebuild({ by: process.env.USER, ...request });
      const observed = rebuilt.ok ? observedIn(site.status(), rebuilt.value.isMediaPending) : { failing: rebuilt.message };
      // Another machine must not send the same again.
      if ((await site.alerts.observe(observed)) && settings.state !== null) await site.pushState();
      return rebuilt;
    },
    progress(quiet),
  );
}
