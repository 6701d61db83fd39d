/**
 * What the compiled site uses in place of the platform's `Response` and `TextEncoder` (see `adapter.mjs`). Pages are made
 * whole and handed on as bytes; the platform's own would copy each twice and wrap it in a stream, which takes a third of
 * a small page's time.
 */
import { encodeText } from './encodeText.ts';

/** A response whose bytes, where they were given whole, can be had again as they are. */
export class PageResponse extends globalThis.Response {
  readonly #whole: Uint8Array<ArrayBuffer> | null;

  constructor(body?: BodyInit | null, init?: ResponseInit) {
    const whole = body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : null;
    super(whole ? null : body, init);
    this.#whole = whole;
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    // Also of servers' own `Response`, which know this older method only.
    return this.#whole ?? new Uint8Array(await super.arrayBuffer());
  }
}

export class PageEncoder extends globalThis.TextEncoder {
  override encode(text = ''): Uint8Array<ArrayBuffer> {
    return encodeText(text);
  }
}
