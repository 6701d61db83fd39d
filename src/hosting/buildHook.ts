import { fail, type Result, succeed } from '../lib/result.ts';

export interface HookOptions {
  /** Milliseconds before the first repetition; each further one waits three times as long. */
  readonly backOff?: number;
  /** Milliseconds for one attempt. */
  readonly timeout?: number;
}

const ATTEMPTS = 3;

function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}

/** Calls a host's build hook. What may pass is tried three times; a failure says in one line what to do, without the address, which is a secret. */
export async function callBuildHook(url: string, options: HookOptions = {}): Promise<Result<null, 'hook'>> {
  const { backOff = 500, timeout = 5000 } = options;
  let why = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, backOff * 3 ** (attempt - 2)));
    try {
      const answer = await fetch(url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(timeout) });
      await answer.body?.cancel();
      if (answer.ok) return succeed(null);
      why = `it answered HTTP ${answer.status}`;
      if (!isPassing(answer.status)) break;
    } catch (error) {
      why = error instanceof Error && error.name === 'TimeoutError' ? 'it did not answer in time' : 'it cannot be reached';
    }
  }
  return fail('hook', `The build hook was not called: ${why}. Check BUILD_HOOK_URL; the live site stays as it is.`);
}
