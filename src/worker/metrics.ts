import { Hono } from 'hono';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { SubmissionCount } from '../desk/index.ts';
import type { GatewayEvent } from '../gateway/index.ts';
import { hasBearer } from '../lib/webhookAuth.ts';
import type { Trigger } from '../site/report.ts';
import type { SiteStatus } from '../site/status.ts';
import type { Rebuilt } from '../site/types.ts';
import { uncachedJson } from './json.ts';

export interface MeasuredRebuild {
  readonly trigger: Trigger;
  readonly result: 'published' | 'unchanged' | 'held' | 'failed';
  /** Pages rendered. */
  readonly pages: number;
  readonly milliseconds: number;
}

export function measuredOf({ state, report }: Rebuilt): MeasuredRebuild {
  const { trigger, rendered, milliseconds } = report;
  return { trigger, result: state, pages: rendered.length, milliseconds: milliseconds.total };
}

/** What is counted since the worker started (contract, section 4). */
export interface Metrics {
  rebuilt(rebuild: MeasuredRebuild): void;
  /** Counts the submissions among the gateway's events. */
  gatewayAnswered(event: GatewayEvent): void;
  answered(status: number): void;
  submissions(): Promise<readonly SubmissionCount[]>;
  /** Prometheus text. */
  text(): Promise<string>;
}

/** Upper bounds of a rebuild's duration, s. */
const DURATIONS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMetrics(status: () => Promise<SiteStatus>, now: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const rebuilds = new Counter({
    name: 'site_rebuilds_total',
    help: 'Rebuilds by what set them off and how they ended.',
    labelNames: ['trigger', 'result'],
    registers,
  });
  const durations = new Histogram({
    name: 'site_rebuild_duration_seconds',
    help: 'How long rebuilds took.',
    labelNames: ['trigger', 'result'],
    buckets: DURATIONS,
    registers,
  });
  const pages = new Counter({ name: 'site_pages_rendered_total', help: 'Pages rendered.', registers });
  const submissions = new Counter({
    name: 'site_submissions_total',
    help: 'Submissions by form and answer.',
    labelNames: ['form', 'answer'],
    registers,
  });
  const requests = new Counter({
    name: 'site_requests_total',
    help: 'Requests answered, by HTTP status.',
    labelNames: ['status'],
    registers,
  });
  new Gauge({
    name: 'site_stale_lists',
    help: 'Lists that show their last good content.',
    registers,
    async collect() {
      this.set((await status()).stale.length);
    },
  });
  new Gauge({
    name: 'site_last_check_age_seconds',
    help: 'Time since a rebuild last ended well; absent before the first.',
    registers,
    async collect() {
      const { checkedAt } = await status();
      if (checkedAt === null) this.reset();
      else this.set((now() - checkedAt) / 1000);
    },
  });

  return {
    rebuilt({ trigger, result, milliseconds, pages: rendered }) {
      rebuilds.inc({ trigger, result });
      durations.observe({ trigger, result }, milliseconds / 1000);
      pages.inc(rendered);
    },
    gatewayAnswered({ form, outcome }) {
      if (form) submissions.inc({ form, answer: outcome });
    },
    answered: (code) => requests.inc({ status: String(code) }),
    async submissions() {
      const { values } = await submissions.get();
      return values.map(({ labels, value }) => ({
        form: String(labels.form),
        answer: String(labels.answer),
        count: value,
      }));
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
