/**
 * What the compiled site uses in place of the platform's `Response` and `TextEncoder` (see `adapter.mjs`). Pages are made
 * whole and handed on as bytes; the platform's own would copy each twice and wrap it in a stream, which takes a third of
 * a small page's time.
 */
import { transcode } from 'node:buffer';

/** Room for the longest text so far: new room for each would be made and cleared page after page. */
let room = Buffer.alloc(0);

/** UTF-8 of a text, through the quicker of Node's converters. */
export function encodeText(text: string): Buffer<ArrayBuffer> {
  if (room.length < 2 * text.length) room = Buffer.allocUnsafeSlow(4 * text.length);
  const units = room.subarray(0, room.write(text, 'utf16le'));
  try {
    return transcode(units, 'utf16le', 'utf8') as Buffer<ArrayBuffer>;
  } catch {
    // Half a character, which the platform's encoder replaces.
    return Buffer.from(text);
  }
}

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
