/** Whether two lists hold the same texts and objects in the same order. */
export function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((element, at) => element === other[at]));
}
