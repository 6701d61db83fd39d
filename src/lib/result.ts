/** An expected failure: `reason` is for code, `message` is one line for a person. */
export interface Failure<Reason extends string = string> {
  readonly ok: false;
  readonly reason: Reason;
  readonly message: string;
}

export interface Success<Value> {
  readonly ok: true;
  readonly value: Value;
}

export type Result<Value, Reason extends string = string> = Success<Value> | Failure<Reason>;

/** An expected failure so deep inside that it is thrown; its message is one line for a person, as a failure's is. */
export class Refusal extends Error {}

export const succeed = <Value>(value: Value): Success<Value> => ({ ok: true, value });

export const fail = <Reason extends string>(reason: Reason, message: string): Failure<Reason> => ({ ok: false, reason, message });

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** SQLite's codes (https://sqlite.org/rescode.html) for what the system refuses it: locked, read-only, an I/O error, full, not to be opened. */
const REFUSED_TO_SQLITE = [5, 8, 10, 13, 14];

function isSystemError(error: Error): boolean {
  if ('errcode' in error) return REFUSED_TO_SQLITE.includes(Number(error.errcode) & 0xff);
  return 'syscall' in error;
}

/** A refusal, or what the system refuses, such as a full disk, as a failure. Any other error is a bug, and is thrown on. */
export function thrownFailure(thrown: unknown): Failure<'refused' | 'system'> {
  if (thrown instanceof Refusal) return fail('refused', thrown.message);
  if (!(thrown instanceof Error && isSystemError(thrown))) throw thrown;
  const [line = ''] = thrown.message.split('\n', 1);
  return fail('system', `The system refused: ${line}. Check the path, its permissions and the free space.`);
}
