/** Takes out of pictures, as they stream by, what is not known to be needed to show them: EXIF, XMP, IPTC, C2PA, comments. */

// JPEG (ITU T.81), PNG (W3C), WebP (RFC 9649), GIF89a.

/** Reads a stream by bytes. Whatever needs more than there is throws. */
class ChunkReader {
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

const JFIF = Buffer.from('JFIF\0');
const ADOBE = Buffer.from('Adobe');
const EXIF = Buffer.from('Exif\0\0');
const ICC = Buffer.from('ICC_PROFILE\0');
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Chunks for colours, transparency, size and animation; those without which there is no picture begin with a capital. */
const PNG_SHOWN = /^(?:[A-Z]...|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT)$/;
const WEBP_SHOWN = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const WEBP_FLAGS = 0x0c;
/** Applications whose GIF extensions tell how often an animation plays. */
const GIF_LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);
/** Boxes with which AVIF, HEIC, JPEG XL and JPEG 2000 begin, and the first bytes of TIFF and of cameras' raw files. */
const OPAQUE_BOX = /^(?:ftyp|JXL |jP {2})$/;
const OPAQUE_START = /^(?:II[*+URx]|MM(?:\0[*+]|OR)|FUJI)/;
const SOS = 0xda;
const EOI = 0xd9;

const HEAD = 12;

type Chunks = AsyncGenerator<Uint8Array, void>;

/** The same picture without metadata; other files as they are. Null: a picture whose metadata cannot be taken out. */
export async function withoutMetadata(source: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array> | null> {
  const reader = new ChunkReader(source);
  const head = await reader.peek(HEAD);
  const text = (start: number, end: number) => head.toString('latin1', start, end);
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return jpeg(reader);
  if (head.subarray(0, 8).equals(PNG_SIGNATURE)) return png(reader);
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return webp(reader);
  if (/^GIF8[79]a$/.test(text(0, 6))) return gif(reader);
  // They keep their metadata anywhere in the file.
  if (OPAQUE_BOX.test(text(4, 8)) || OPAQUE_START.test(text(0, 4))) return null;
  return reader.rest();
}

/** The orientation that an EXIF segment tells, 1 to 8; 1 (upright) when it tells none. */
function orientationOf(segment: Buffer): number {
  const tiff = segment.subarray(EXIF.length);
  if (tiff.length < 10) return 1;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < u16(directory); entry += 1) {
    const at = directory + 2 + 12 * entry;
    if (u16(at) === 0x0112) return u16(at + 8);
    if (at > tiff.length) break;
  }
  return 1;
}

function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const size = 2 + EXIF.length + tiff.length;
  return Buffer.concat([Buffer.from([0xff, 0xe1, size >> 8, size & 0xff]), EXIF, tiff]);
}

/** What stays of an application segment or comment: JFIF, colour profile, Adobe's colours, orientation. */
function keptSegment(marker: number, whole: Buffer): Buffer | null {
  const content = whole.subarray(4);
  const begins = (start: Buffer) => content.subarray(0, start.length).equals(start);
  if (marker === 0xe0 && begins(JFIF)) return whole;
  if ((marker === 0xee && begins(ADOBE)) || (marker === 0xe2 && begins(ICC))) return whole;
  if (marker !== 0xe1 || !begins(EXIF)) return null;
  const orientation = orientationOf(content);
  return orientation > 1 && orientation <= 8 ? orientationSegment(orientation) : null;
}

async function* jpeg(reader: ChunkReader): Chunks {
  yield await reader.take(2);
  for (;;) {
    const head = await reader.take(2);
    const marker = head[1] ?? 0;
    if (head[0] !== 0xff) throw new Error('The picture is damaged.');
    if (marker === 0xff) {
      reader.putBack(head.subarray(1));
      continue;
    }
    if (marker === EOI) return yield head;
    const length = await reader.take(2);
    const whole = Buffer.concat([head, length, await reader.take(Math.max(0, length.readUInt16BE() - 2))]);
    const isApplication = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
    const kept = isApplication ? keptSegment(marker, whole) : whole;
    if (kept) yield kept;
    if (marker === SOS) yield* scan(reader);
  }
}

/** Entropy-coded data up to the next marker; stuffed bytes and restart markers belong to it. */
async function* scan(reader: ChunkReader): Chunks {
  for (;;) {
    const data = await reader.some(2);
    for (let at = data.indexOf(0xff); ; at = data.indexOf(0xff, at + 2)) {
      const next = data[at + 1];
      if (at === -1 || next === undefined) {
        const end = at === -1 ? data.length : at;
        yield data.subarray(0, end);
        reader.putBack(data.subarray(end));
        break;
      }
      if (next === 0 || (next >= 0xd0 && next <= 0xd7)) continue;
      yield data.subarray(0, at);
      return reader.putBack(data.subarray(at));
    }
  }
}

async function* png(reader: ChunkReader): Chunks {
  yield await reader.take(8);
  for (let type = ''; type !== 'IEND'; ) {
    const head = await reader.take(8);
    type = head.toString('latin1', 4);
    // With the checksum.
    const content = reader.pass(head.readUInt32BE() + 4);
    if (PNG_SHOWN.test(type)) {
      yield head;
      yield* content;
    } else for await (const _ of content);
  }
}

/** Sizes stay as they are: what is taken out becomes zeros, and the header no longer announces it. */
async function* webp(reader: ChunkReader): Chunks {
  const head = await reader.take(HEAD);
  yield head;
  for (let left = head.readUInt32LE(4) - 4; left >= 8; ) {
    const start = await reader.take(8);
    const type = start.toString('latin1', 0, 4);
    const padded = start.readUInt32LE(4) + (start.readUInt32LE(4) % 2);
    left -= 8 + padded;
    yield start;
    if (type === 'VP8X' && padded > 0) {
      const flags = await reader.take(1);
      yield Buffer.from([(flags[0] ?? 0) & ~WEBP_FLAGS]);
      yield* reader.pass(padded - 1);
    } else if (WEBP_SHOWN.has(type)) yield* reader.pass(padded);
    else for await (const chunk of reader.pass(padded)) yield Buffer.alloc(chunk.length);
  }
}

/** Bytes of a GIF's colour table, as told by the flags before it. */
const colourTable = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

async function* gif(reader: ChunkReader): Chunks {
  const screen = await reader.take(13);
  yield screen;
  yield* reader.pass(colourTable(screen[10]));
  for (;;) {
    const introducer = await reader.take(1);
    if (introducer[0] === 0x3b) return yield introducer;
    if (introducer[0] === 0x2c) {
      const descriptor = await reader.take(9);
      yield introducer;
      yield descriptor;
      // The byte after the table tells the size of codes.
      yield* reader.pass(colourTable(descriptor[8]) + 1);
      yield* subBlocks(reader);
    } else if (introducer[0] === 0x21) {
      const isKept = await isKeptExtension(reader);
      const label = await reader.take(1);
      if (isKept) {
        yield introducer;
        yield label;
        yield* subBlocks(reader);
      } else for await (const _ of subBlocks(reader));
    } else throw new Error('The picture is damaged.');
  }
}

/** Whether the extension that comes next tells how pictures follow each other; others are comments and metadata. */
async function isKeptExtension(reader: ChunkReader): Promise<boolean> {
  const start = await reader.peek(13);
  return start[0] === 0xf9 || (start[0] === 0xff && GIF_LOOPS.has(start.toString('latin1', 2)));
}

async function* subBlocks(reader: ChunkReader): Chunks {
  for (;;) {
    const size = await reader.take(1);
    yield size;
    if (size[0] === 0) return;
    yield* reader.pass(size[0] ?? 0);
  }
}
