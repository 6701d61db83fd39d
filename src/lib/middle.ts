type Parts = ArrayLike<unknown>;

/** From `at` on, `remove` parts gave way to those from `at` to `end` of now. */
export interface Middle {
  readonly at: number;
  readonly remove: number;
  readonly end: number;
}

/**
 * What lies between that with which two lists begin alike and that with which they end alike. `isSameBack` compares a part
 * of before with one of now, from the ends; unless told by identity.
 */
export function middle(
  before: Parts,
  now: Parts,
  isSameBack = (one: number, other: number) => before[one] === now[other],
): Middle {
  const most = Math.min(before.length, now.length);
  let at = 0;
  while (at < most && before[at] === now[at]) at += 1;
  let back = 0;
  while (back < most - at && isSameBack(before.length - 1 - back, now.length - 1 - back)) back += 1;
  return { at, remove: before.length - at - back, end: now.length - back };
}
