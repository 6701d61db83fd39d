import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMetrics, createMetricsRoute } from '../../../src/worker/health.ts';
import { AT, deskStatus } from '../../support/desk.ts';

const SECRET = 'the secret of the tests';

function open() {
  const metrics = createMetrics(
    () => deskStatus,
    () => AT + 5000,
  );
  return { metrics, app: createMetricsRoute(metrics, SECRET) };
}

test('metrics are for whoever has the secret', async () => {
  const { app } = open();
  expect((await app.request('/metrics')).status).toBe(401);
  expect((await app.request('/metrics', { headers: { authorization: 'Bearer guessed' } })).status).toBe(401);
  const without = createMetricsRoute({ text: async () => 'secret' }, null);
  expect((await without.request('/metrics', { headers: { authorization: 'Bearer ' } })).status).toBe(401);
});

test('metrics are not answered to the signature of an empty body, which is the same for ever', async () => {
  const { app } = open();
  const signature = `sha256=${createHmac('sha256', SECRET).update('').digest('hex')}`;
  expect((await app.request('/metrics', { headers: { 'x-hub-signature-256': signature } })).status).toBe(401);
});

test('metrics count rebuilds, pages, submissions and requests, and tell stale lists and the age of the last check', async () => {
  const { metrics, app } = open();
  metrics.rebuilt({ trigger: 'webhook', result: 'published', pages: 7, milliseconds: 120 });
  metrics.gatewayAnswered({ call: 'form', form: 'contact', outcome: 'passed', status: 200, milliseconds: 3 });
  metrics.gatewayAnswered({ call: 'image', outcome: 'passed', status: 200, milliseconds: 3 });
  metrics.answered(404);
  const answer = await app.request('/metrics', { headers: { authorization: `Bearer ${SECRET}` } });
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  for (const line of [
    'site_rebuilds_total{trigger="webhook",result="published"} 1',
    'site_rebuild_duration_seconds_sum{trigger="webhook",result="published"} 0.12',
    'site_pages_rendered_total 7',
    'site_submissions_total{form="contact",answer="passed"} 1',
    'site_requests_total{status="404"} 1',
    'site_stale_lists 2',
    'site_last_check_age_seconds 5',
  ])
    expect(text.split('\n')).toContain(line);
  expect(await metrics.submissions()).toEqual([{ form: 'contact', answer: 'passed', count: 1 }]);
});
