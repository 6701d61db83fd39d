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

export function succeed<Value>(value: Value): Success<Value> {
  return { ok: true, value };
}

export function fail<Reason extends string>(reason: Reason, message: string): Failure<Reason> {
  return { ok: false, reason, message };
}
