import { fail, type Result, succeed } from '../../lib/result.ts';
import { isTransientStatus, retry } from '../../lib/retry.ts';
import { type DeployReason, untilFailure } from '../target.ts';
import type { S3Options } from './client.ts';

/** Addresses in one call, as Cloudflare allows. */
const BATCH = 30;
const CONCURRENCY = 4;

interface PurgeSettings {
  readonly url: string;
  readonly token: string | null;
}

/** Tells a CDN by `POST {"files": [...]}` which addresses have changed. */
export async function purgeCdn(
  { url, token }: PurgeSettings,
  addresses: readonly string[],
  signal: AbortSignal,
  { timeout = 30_000, backOff = 200 }: S3Options,
): Promise<Result<null, DeployReason>> {
  const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) };

  async function attempt(files: readonly string[]): Promise<Result<null, DeployReason>> {
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ files }), signal: limit });
      await response.body?.cancel();
      if (response.ok) return succeed(null);
      const { status } = response;
      const reason = isTransientStatus(status) ? 'transient' : 'refused';
      return fail(
        reason,
        `CDN_PURGE_URL answered HTTP ${status}. Check it and CDN_PURGE_TOKEN; the CDN may still show old pages.`,
      );
    } catch {
      if (signal.aborted) return fail('stopped', 'The upload was stopped half way; the next one completes it.');
      return fail('transient', 'CDN_PURGE_URL cannot be reached or does not answer in time; the CDN may still show old pages.');
    }
  }

  const batches = Array.from({ length: Math.ceil(addresses.length / BATCH) }, (_, index) =>
    addresses.slice(index * BATCH, (index + 1) * BATCH),
  );
  return untilFailure(batches, CONCURRENCY, (files) =>
    retry(
      () => attempt(files),
      ({ reason }) => reason === 'transient',
      { backOff, signal },
    ),
  );
}
