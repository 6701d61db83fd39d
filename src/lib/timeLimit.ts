/** `AbortSignal.timeout`, which browsers of 2022 do not have: a signal that aborts after so many milliseconds. */
export function timeLimit(milliseconds = 20_000): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), milliseconds);
  return controller.signal;
}

/** Whether a promise settles in time. Never rejects. */
export async function settlesWithin(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, milliseconds, false);
  const settled = () => true;
  return Promise.race([promise.then(settled, settled), late]).finally(() => clearTimeout(timer));
}
