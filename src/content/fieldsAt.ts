import type { $ZodType, $ZodTypes } from 'zod/v4/core';

/** The fields that a schema knows at a place of its data; none where it knows no object. */
export function fieldsAt(schema: $ZodType, path: readonly PropertyKey[]): readonly string[] {
  const { def } = (schema as $ZodTypes)._zod;
  const [first, ...rest] = path;
  switch (def.type) {
    case 'object': {
      if (first === undefined) return Object.keys(def.shape);
      const field = def.shape[String(first)];
      return field ? fieldsAt(field, rest) : [];
    }
    case 'array':
      return first === undefined ? [] : fieldsAt(def.element, rest);
    case 'tuple': {
      const item = def.items[Number(first)];
      return item ? fieldsAt(item, rest) : [];
    }
    case 'union':
      return def.options.flatMap((option) => fieldsAt(option, path));
    case 'optional':
    case 'nullable':
    case 'default':
      return fieldsAt(def.innerType, path);
    case 'pipe':
      return fieldsAt(def.in, path);
    default:
      return [];
  }
}
