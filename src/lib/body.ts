/** Concatenates chunks of at most `limit` bytes in all; null when there are more. Rejects when the source breaks off. */
export async function collect(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) return null;
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

/** Reads a request's body of at most `limit` bytes; null when there are more. Rejects when it breaks off. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array | null> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > limit) return null;
  // An announced body, as nearly all are, is read without making a stream of them first, which is quicker.
  if (announced !== null) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.length > limit ? null : bytes;
  }
  return request.body ? collect(request.body, limit) : new Uint8Array();
}

/** Media type that headers tell, in lower case, without parameters; empty when they tell none. */
export const mediaType = (headers: Headers) => (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Levels of arrays and objects in a body; no call needs more, and a deeper one cannot be turned into text again. */
const DEEPEST = 32;

/** Whether JSON is nested more deeply than any call needs. One pass, whatever it holds: anybody may send it. */
export function isNestedTooDeeply(json: string): boolean {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < json.length; at += 1) {
    const mark = json[at];
    if (mark === '"') isString = !isString;
    else if (isString && mark === '\\') at += 1;
    else if (!isString && (mark === '[' || mark === '{')) depth += 1;
    else if (!isString && (mark === ']' || mark === '}')) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
