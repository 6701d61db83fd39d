import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { printableLines } from '../../src/lib/printable.ts';

/**
 * The worker's log: readable lines on a terminal, JSON elsewhere, with ISO times in UTC. Errors go under `err`. Nothing in
 * it can control a terminal.
 */
export function openLog(stream: NodeJS.WritableStream & { readonly isTTY?: boolean }): Logger {
  const write = (text: string) => void stream.write(printableLines(text));
  const options = { base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!stream.isTTY) return pino(options, { write });
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      write(chunk.toString());
      done();
    },
  });
  return pino(
    options,
    pretty({
      colorize: false,
      translateTime: 'SYS:standard',
      // The reason of a failure belongs into its line.
      messageFormat: '{msg}{if message}: {message}{end}',
      ignore: 'message',
      destination,
      sync: true,
    }),
  );
}
