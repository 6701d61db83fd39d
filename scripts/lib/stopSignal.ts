/** Settles at the first SIGTERM or SIGINT. Further ones change nothing: a terminal sends one to each process, and npm passes on its own. */
export function stopSignal(): Promise<void> {
  return new Promise((stop) => {
    process.on('SIGTERM', () => stop());
    process.on('SIGINT', () => stop());
  });
}
