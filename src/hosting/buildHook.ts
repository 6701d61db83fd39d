import { fail, type Result, succeed } from '../lib/result.ts';
import { retry } from '../lib/retry.ts';

export interface HookOptions {
  /** Milliseconds before the first repetition; each further one waits three times as long. */
  readonly backOff?: number;
  /** For one attempt, ms. */
  readonly timeout?: number;
}

export type HookReason = 'hook' | 'hook-transient';

function failed(reason: HookReason, why: string): Result<never, HookReason> {
  return fail(reason, `The build hook was not called: ${why}. Check BUILD_HOOK_URL; the live site stays as it is.`);
}

async function call(url: string, timeout: number): Promise<Result<null, HookReason>> {
  try {
    const answer = await fetch(url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(timeout) });
    await answer.body?.cancel();
    if (answer.ok) return succeed(null);
    const isTransient = answer.status === 429 || answer.status >= 500;
    return failed(isTransient ? 'hook-transient' : 'hook', `it answered HTTP ${answer.status}`);
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return failed('hook-transient', isTimeout ? 'it did not answer in time' : 'it cannot be reached');
  }
}

/** Calls a host's build hook, up to three times. A failure does not repeat the address, which is a secret. */
export function callBuildHook(
  url: string,
  { backOff = 500, timeout = 5000 }: HookOptions = {},
): Promise<Result<null, HookReason>> {
  return retry(
    () => call(url, timeout),
    ({ reason }) => reason === 'hook-transient',
    { backOff },
  );
}
