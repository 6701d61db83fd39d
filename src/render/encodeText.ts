/** In a module of its own: whoever renders no page need not load the platform's `Response`, which takes some 30 ms. */
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
