/** Settles at the first SIGTERM or SIGINT. */
export function stopSignal(): Promise<void> {
  return new Promise((stop) => {
    process.once('SIGTERM', () => stop());
    process.once('SIGINT', () => stop());
  });
}
