/** What machines ask of the worker: `GET /healthz`, `/readyz` and `/metrics` (contract, section 4). */
import { Hono } from 'hono';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { LiveRelease } from '../engine/servedReleases.ts';
import type { GatewayEvent } from '../gateway/index.ts';
import { uncachedJson } from '../lib/headers.ts';
import { hasBearer } from '../lib/webhookAuth.ts';
import type { Rebuilt } from '../site/open.ts';
import { countOf, type RebuildSummary, type SiteStatus } from '../site/report.ts';

/** ISO 8601 in UTC of epoch milliseconds. */
const moment = (at: number) => new Date(at).toISOString();

/** Health and readiness. Anybody may ask: no message, address or path. `isReplaced`: whether the worker's own code or programs were replaced. */
export function createHealth(
  liveRelease: () => Pick<LiveRelease, 'release' | 'builtAt' | 'held'> | null,
  status: () => SiteStatus,
  isReplaced: () => boolean,
): Hono {
  const app = new Hono();
  const statusCode = () => (liveRelease() ? 200 : 503);

  app.get('/healthz', () => {
    const live = liveRelease();
    const { checkedAt, stale, leftOut, lastFailure } = status();
    return uncachedJson(statusCode(), {
      release: live?.release ?? null,
      builtAt: live ? moment(live.builtAt) : null,
      checkedAt: checkedAt === null ? null : moment(checkedAt),
      held: live?.held ?? false,
      stale,
      leftOut: countOf(leftOut),
      lastFailure: lastFailure && moment(lastFailure.at),
      restartNeeded: isReplaced(),
    });
  });
  app.get('/readyz', () => uncachedJson(statusCode(), { ready: liveRelease() !== null }));
  return app;
}

export type MeasuredRebuild = Pick<RebuildSummary, 'trigger' | 'result' | 'pages' | 'milliseconds'>;

export function measuredOf({ state, report }: Rebuilt): MeasuredRebuild {
  const { trigger, rendered, milliseconds } = report;
  return { trigger, result: state, pages: rendered.length, milliseconds: milliseconds.total };
}

/** Upper bounds of a rebuild's duration, s. */
const DURATIONS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(status: () => SiteStatus, now: () => number) {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const rebuilds = counter('site_rebuilds_total', 'Rebuilds by what set them off and how they ended.', 'trigger', 'result');
  const durations = new Histogram({
    name: 'site_rebuild_duration_seconds',
    help: 'How long rebuilds took.',
    labelNames: ['trigger', 'result'],
    buckets: DURATIONS,
    registers,
  });
  const pages = counter('site_pages_rendered_total', 'Pages rendered.');
  const submissions = counter('site_submissions_total', 'Submissions by form and answer.', 'form', 'answer');
  const requests = counter('site_requests_total', 'Requests answered, by HTTP status.', 'status');
  new Gauge({
    name: 'site_stale_lists',
    help: 'Lists that show their last good content.',
    registers,
    collect() {
      this.set(status().stale.length);
    },
  });
  new Gauge({
    name: 'site_last_check_age_seconds',
    help: 'Time since a rebuild last ended well; absent before the first.',
    registers,
    collect() {
      const { checkedAt } = status();
      if (checkedAt === null) this.reset();
      else this.set((now() - checkedAt) / 1000);
    },
  });

  return {
    rebuilt({ trigger, result, milliseconds, pages: rendered }: MeasuredRebuild) {
      rebuilds.inc({ trigger, result });
      durations.observe({ trigger, result }, milliseconds / 1000);
      pages.inc(rendered);
    },
    gatewayAnswered({ form, outcome }: GatewayEvent) {
      if (form) submissions.inc({ form, answer: outcome });
    },
    answered: (code: number) => requests.inc({ status: String(code) }),
    async submissions() {
      const { values } = await submissions.get();
      return values.map(({ labels, value }) => ({ form: String(labels.form), answer: String(labels.answer), count: value }));
    },
    text: () => registry.metrics(),
  };
}

/** `GET /metrics` with the bearer `REBUILD_SECRET`: the signature of an empty body, once seen, would open it for ever. */
export function createMetricsRoute(metrics: Pick<Metrics, 'text'>, secret: string | null): Hono {
  const app = new Hono();
  app.get('/metrics', async (context) => {
    if (!hasBearer(context.req.raw.headers, secret)) return uncachedJson(401, { error: 'Not authorised.' });
    return new Response(await metrics.text(), {
      headers: { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' },
    });
  });
  return app;
}
