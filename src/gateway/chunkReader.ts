/** Reads a stream by bytes. Whatever needs more than there is throws. */
export class ChunkReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** The next `count` bytes without taking them; fewer at the end. */
  async peek(count: number): Promise<Buffer> {
    while (this.#buffer.length < count && (await this.#fill()));
    return this.#buffer.subarray(0, count);
  }

  async take(count: number): Promise<Buffer> {
    const bytes = await this.peek(count);
    if (bytes.length < count) throw new Error('The stream breaks off.');
    this.#buffer = this.#buffer.subarray(count);
    return bytes;
  }

  /** What has come, at least `least` bytes. */
  async some(least: number): Promise<Buffer> {
    await this.peek(least);
    return this.take(Math.max(least, this.#buffer.length));
  }

  /** Makes bytes that were taken the next ones again. */
  putBack(bytes: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? bytes : Buffer.concat([bytes, this.#buffer]);
  }

  /** The next `count` bytes, in chunks. */
  async *pass(count: number): AsyncGenerator<Buffer, void> {
    for (let left = count; left > 0; ) {
      await this.peek(1);
      const bytes = await this.take(Math.max(1, Math.min(left, this.#buffer.length)));
      left -= bytes.length;
      yield bytes;
    }
  }

  async *rest(): AsyncGenerator<Buffer, void> {
    while ((await this.peek(1)).length > 0) yield await this.some(1);
  }

  async #fill(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#buffer = this.#buffer.length === 0 ? Buffer.from(value) : Buffer.concat([this.#buffer, value]);
    return true;
  }
}
