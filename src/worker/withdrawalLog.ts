import type { Logger } from 'pino';
import type { ServedSite } from './servedSite.ts';

/** Logs what has been withdrawn or allowed again since the last call, whichever process did it. */
export function createWithdrawalLog(
  { calls }: { readonly calls: Pick<ServedSite['calls'], 'withdrawn'> },
  log: Logger,
): () => void {
  let known: ReadonlySet<string> | null = null;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const now = new Set((await calls.withdrawn()).map(({ reference }) => reference));
    const before = known ?? now;
    known = now;
    for (const reference of now.difference(before)) log.info({ reference }, 'a picture or file was withdrawn');
    for (const reference of before.difference(now)) log.info({ reference }, 'a picture or file was allowed again');
  }

  return () => {
    looking = looking.then(look).catch((err: unknown) => log.warn({ err }, 'the withdrawn references cannot be read'));
  };
}
