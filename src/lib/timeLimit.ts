/** `AbortSignal.timeout`, which browsers of 2022 do not have: a signal that aborts after so many milliseconds. */
export function timeLimit(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), milliseconds);
  return controller.signal;
}
