/**
 * Concatenates chunks of at most `limit` bytes in all; null when there are more. Rejects when the source breaks off.
 * As many bytes as are `announced` are copied where they belong as they come: a large body is in memory only once.
 */
export async function collect(chunks: AsyncIterable<Uint8Array>, limit: number, announced = 0): Promise<Buffer | null> {
  const whole = Buffer.allocUnsafeSlow(Math.min(announced, limit));
  const beyond: Uint8Array[] = [];
  let filled = 0;
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) return null;
    if (size <= whole.length) {
      whole.set(chunk, filled);
      filled = size;
    } else beyond.push(chunk);
  }
  return beyond.length > 0 ? Buffer.concat([whole.subarray(0, filled), ...beyond]) : whole.subarray(0, filled);
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
