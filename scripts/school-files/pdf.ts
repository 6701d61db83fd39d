/**
 * Writes PDF 1.4 with the two Helvetica faces that every reader has, filled shapes and JPEG pictures. Uncompressed and
 * without a random identity: the same calls give the same bytes, and what a file says can be searched in it.
 */

/** A4 in points. */
export const WIDTH = 595;
export const HEIGHT = 842;

export type Face = 'regular' | 'bold';

/** Widths of Helvetica-Bold in thousandths of the size, from the space on; the regular face's letters are no wider. */
const WIDTHS = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556,
  556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778,
  722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278,
  556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

/** Codes of the letters beyond Latin-1 in the encoding that PDF calls WinAnsi. */
const WIN_ANSI: Readonly<Record<string, number>> = {
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
};

/** Points that a text takes at most. */
export function widthOf(text: string, size: number): number {
  let sum = 0;
  for (const letter of text) sum += WIDTHS[(letter.codePointAt(0) ?? 0) - 32] ?? 556;
  return (sum * size) / 1000;
}

/** The lines of a text that is `width` points wide at most. */
export function linesOf(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** The code of a letter in WinAnsi; undefined: the font has none for it. */
function codeOf(letter: string): number | undefined {
  const code = WIN_ANSI[letter] ?? letter.codePointAt(0) ?? 0;
  return code > 255 || code < 32 || (code > 126 && code < 160 && !(letter in WIN_ANSI)) ? undefined : code;
}

/** Letters that the font has, for one that it may not have: without its accent, or none. */
const known = (letter: string) => (codeOf(letter) === undefined ? letter.normalize('NFD').replace(/\P{ASCII}/gu, '') : letter);

/** A text in letters of the font; brackets that would be empty go as well. */
function printable(text: string): string {
  const shown = Array.from(text.normalize('NFC'), known).join('');
  const gaps = /\s*(?:\(\s*\)|\[\s*\])|,(?=\s*,)|\s+(?=[\s,.;:])/g;
  return shown === text ? text : shown.replace(gaps, '').trim();
}

function literal(text: string): Buffer {
  const codes = Array.from(printable(text), (letter) => codeOf(letter) ?? 32);
  const escaped = codes.flatMap((code) => ([40, 41, 92].includes(code) ? [92, code] : [code]));
  return Buffer.from([40, ...escaped, 41]);
}

/** `#0e4636` as an operand of `rg` and `RG`. */
function rgb(colour: string): string {
  return [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');
}

export interface Picture {
  readonly jpeg: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** One page's drawing; lengths in points from the upper left corner. */
export class Page {
  readonly parts: Buffer[] = [];
  readonly pictures: Picture[] = [];
  /** The same drawing as elements of SVG, without its pictures. */
  readonly markup: string[] = [];
  /** Texts of which the font lacks letters. */
  readonly unprinted: string[] = [];

  #add(...parts: (string | Buffer)[]): void {
    this.parts.push(...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)), Buffer.from('\n'));
  }

  text(text: string, x: number, baseline: number, size: number, colour: string, face: Face = 'regular'): void {
    const font = face === 'bold' ? '/B' : '/R';
    const bold = face === 'bold' ? ' font-weight="700"' : '';
    this.markup.push(
      `<text x="${x}" y="${Number(baseline.toFixed(1))}" font-size="${size}" fill="${colour}"${bold}>${xml(text)}</text>`,
    );
    if (printable(text) !== text) this.unprinted.push(text);
    this.#add(`BT ${rgb(colour)} rg ${font} ${size} Tf ${x} ${HEIGHT - baseline} Td `, literal(text), ' Tj ET');
  }

  box(x: number, y: number, width: number, height: number, colour: string): void {
    this.markup.push(
      `<path fill="${colour}" d="M${x} ${Number(y.toFixed(1))}h${width}v${Number(height.toFixed(1))}h-${width}z"/>`,
    );
    this.#add(`${rgb(colour)} rg ${x} ${HEIGHT - y - height} ${width} ${height} re f`);
  }

  /** A shape of SVG's absolute commands M, L, C and Z, `scale` points a unit. */
  shape(d: string, x: number, y: number, scale: number, paint: { fill?: string; stroke?: string; width?: number }): void {
    const steps = d
      .replaceAll('Z', 'h ')
      .replace(/([MLC])([^MLCh]*)/g, (_, step: string, at: string) => `${at} ${step.toLowerCase()} `);
    const fill = paint.fill ? `${rgb(paint.fill)} rg ` : '';
    const stroke = paint.stroke ? `${rgb(paint.stroke)} RG ${paint.width ?? 1} w 1 j 1 J ` : '';
    const operator = paint.fill ? (paint.stroke ? 'B' : 'f') : 'S';
    const outline = paint.stroke ? ` stroke="${paint.stroke}" stroke-width="${paint.width ?? 1}"` : '';
    this.markup.push(
      `<path transform="translate(${x} ${y}) scale(${scale})" fill="${paint.fill ?? 'none'}"${outline} d="${d}"/>`,
    );
    this.#add(`q ${scale} 0 0 ${-scale} ${x} ${HEIGHT - y} cm ${fill}${stroke}${steps}${operator} Q`);
  }

  picture(picture: Picture, x: number, y: number, width: number): void {
    const height = (width * picture.height) / picture.width;
    this.pictures.push(picture);
    this.#add(`q ${width} 0 0 ${height.toFixed(2)} ${x} ${(HEIGHT - y - height).toFixed(2)} cm /P${this.pictures.length} Do Q`);
  }
}

/** A page as a picture. Its letters are the reader's own: those of a picture cannot be brought along. */
export function pageSvg(page: Page): string {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Helvetica,Arial,sans-serif">`;
  return `${open}<path fill="#fff" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>${page.markup.join('')}</svg>\n`;
}

/** The bytes of a document. */
export function writePdf(pages: readonly Page[], title: string, author: string): Buffer {
  const objects: (Buffer | undefined)[] = [];
  const reserve = () => objects.push(undefined);
  const put = (number: number, ...parts: (string | Uint8Array)[]) => {
    objects[number - 1] = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  };
  const add = (...parts: (string | Uint8Array)[]) => {
    const number = reserve();
    put(number, ...parts);
    return number;
  };
  const stream = (dictionary: string, bytes: Uint8Array) =>
    add(`<<${dictionary}/Length ${bytes.length}>>\nstream\n`, bytes, '\nendstream');

  const catalog = reserve();
  const tree = reserve();
  const fonts = ['Helvetica', 'Helvetica-Bold'].map((name) =>
    add(`<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`),
  );
  const kids = pages.map((page) => {
    const pictures = page.pictures.map(({ jpeg, width, height }) =>
      stream(
        `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`,
        jpeg,
      ),
    );
    const named = pictures.map((number, at) => `/P${at + 1} ${number} 0 R`).join('');
    const content = stream('', Buffer.concat(page.parts));
    const resources = `<</Font<</R ${fonts[0]} 0 R/B ${fonts[1]} 0 R>>/XObject<<${named}>>>>`;
    return add(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Resources${resources}/Contents ${content} 0 R>>`,
    );
  });
  put(tree, `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`);
  put(catalog, `<</Type/Catalog/Pages ${tree} 0 R/Lang(en-IN)/ViewerPreferences<</DisplayDocTitle true>>>>`);
  const info = add('<</Title', literal(title), '/Author', literal(author), '>>');

  const out: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = out[0]?.length ?? 0;
  const offsets = objects.map((object, at) => {
    const offset = length;
    const bytes = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object ?? Buffer.alloc(0), Buffer.from('\nendobj\n')]);
    out.push(bytes);
    length += bytes.length;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  out.push(Buffer.from(`${table}trailer\n<</Size ${size}/Root ${catalog} 0 R/Info ${info} 0 R>>\nstartxref\n${length}\n%%EOF\n`));
  return Buffer.concat(out);
}
