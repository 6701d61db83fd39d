/** `make` with its results cached by argument, each for as long as the argument lives. */
export function memoize<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let result = made.get(key);
    if (!result) {
      result = { value: make(key) };
      made.set(key, result);
    }
    return result.value;
  };
}
