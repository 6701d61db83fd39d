/** Tells the person who changes words or code under `npm start` when the change is live, or why it is not. */
import type { Result } from '../../src/lib/result.ts';
import type { Rebuilt, SiteEvent } from '../../src/site/open.ts';
import { duration } from './summary.ts';

export function codeProgress(tell: (line: string) => void, now = () => performance.now()) {
  let compilingSince: number | null = null;
  return {
    onEvent(event: SiteEvent) {
      if (event.type === 'compiling') compilingSince = now();
    },
    /** The address is told: what was compiled for it needs no line of its own. */
    onServing() {
      compilingSince = null;
    },
    /** A rebuild of the worker. */
    onEnded(ended: Result<Rebuilt>) {
      if (compilingSince === null) return;
      const took = duration(now() - compilingSince);
      compilingSince = null;
      if (!ended.ok) return;
      const { state, report } = ended.value;
      const rendered = `${report.rendered.length} pages rendered, ${took}`;
      if (state === 'published') tell(`The site's code is live: ${rendered}.`);
      else if (state === 'unchanged') tell(`The site's code changes nothing that is shown: ${rendered}.`);
      else tell(`The site's code is compiled (${took}); a rollback holds the release that is live.`);
    },
  };
}
