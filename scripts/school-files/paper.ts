import { join } from 'node:path';
import { z } from 'zod';
import { crestShapes } from './crest.ts';
import { type Facts, jpegOf } from './drawings.ts';
import { HEIGHT, linesOf, Page, WIDTH, writePdf } from './pdf.ts';

const text = z.string().min(1);

/** A document of the school as its YAML file holds it. */
export const paper = z.strictObject({
  title: text,
  /** True: pages show it in a frame, and a picture of its first page before the frame is there. */
  framed: z.literal(true).optional(),
  blocks: z
    .array(
      z.union([
        z.strictObject({ text }),
        z.strictObject({ heading: text }),
        z.strictObject({ list: z.array(text) }),
        /** Column widths are shares of the line. */
        z.strictObject({ columns: z.array(z.number()), rows: z.array(z.array(text)).min(2) }),
        /** Labels, each before a line to write on. */
        z.strictObject({ fields: z.array(text) }),
        /** A picture of the project. */
        z.strictObject({ picture: text }),
        z.strictObject({ newPage: z.literal(true) }),
      ]),
    )
    .min(1),
});
export type Paper = z.output<typeof paper>;

/** Lengths in points. */
const LEFT = 56;
const LINE = WIDTH - 2 * LEFT;
const BOTTOM = HEIGHT - 48;
const SIZE = 10.5;
const LEADING = 15;

/** Pages with the school's letterhead, filled from above. */
class Sheets {
  readonly pages: Page[] = [];
  y = 0;
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
    this.turn();
  }

  get page(): Page {
    const page = this.pages.at(-1);
    if (!page) throw new Error('There is a page from the start.');
    return page;
  }

  turn(): void {
    const { name, address, emails, colours } = this.#facts;
    const { brand, bright, mute } = colours.light;
    const page = new Page();
    page.box(0, 0, WIDTH, 7, brand);
    page.box(0, 7, WIDTH, 3, bright);
    for (const { d, ...paint } of crestShapes(colours)) page.shape(d, LEFT - 4, 30, 0.8, paint);
    page.text(name, LEFT + 58, 52, 16, brand, 'bold');
    page.text(`${address.slice(1).join(', ')} · ${emails[0]}`, LEFT + 58, 68, 8.5, mute);
    page.box(LEFT, 92, LINE, 0.8, bright);
    this.pages.push(page);
    this.y = 118;
  }

  /** Turns the page where less than `height` is left. */
  need(height: number): void {
    if (this.y + height > BOTTOM) this.turn();
  }

  lines(
    lines: readonly string[],
    x: number,
    size = SIZE,
    leading = LEADING,
    face: 'regular' | 'bold' = 'regular',
    colour?: string,
  ) {
    for (const line of lines) {
      this.need(leading);
      this.y += leading;
      this.page.text(line, x, this.y - leading * 0.28, size, colour ?? this.#facts.colours.light.ink, face);
    }
  }
}

function drawTable(sheets: Sheets, columns: readonly number[], rows: readonly (readonly string[])[], { colours }: Facts): void {
  const { brand, cream, tint, ink } = colours.light;
  const total = columns.reduce((sum, share) => sum + share, 0);
  rows.forEach((row, at) => {
    const cells = row.map((cell, index) => linesOf(cell, SIZE, (LINE * (columns[index] ?? 1)) / total - 14));
    const height = Math.max(...cells.map((lines) => lines.length)) * LEADING + 5;
    sheets.need(height);
    if (at % 2 === 0) sheets.page.box(LEFT, sheets.y, LINE, height, at === 0 ? brand : tint);
    let x = LEFT + 7;
    cells.forEach((lines, index) => {
      lines.forEach((line, row) => {
        sheets.page.text(line, x, sheets.y + 13.5 + row * LEADING, SIZE, at === 0 ? cream : ink, at === 0 ? 'bold' : 'regular');
      });
      x += (LINE * (columns[index] ?? 1)) / total;
    });
    sheets.y += height;
  });
  sheets.y += 12;
}

function drawFields(sheets: Sheets, fields: readonly string[], { colours }: Facts): void {
  for (const field of fields) {
    sheets.need(27);
    sheets.page.text(field, LEFT, sheets.y + 20, SIZE, colours.light.ink);
    sheets.page.box(LEFT + 190, sheets.y + 22, LINE - 190, 0.6, colours.light.edge);
    sheets.y += 27;
  }
  sheets.y += 12;
}

/** The PDF of a document, under the school's letterhead, its first page, and the texts that it does not show whole. `root`: the project's folder. */
export async function drawPaper({ title, blocks }: Paper, facts: Facts, root: string) {
  const { brand, ink, bright } = facts.colours.light;
  const sheets = new Sheets(facts);
  sheets.lines(linesOf(title, 22, LINE), LEFT, 22, 30, 'bold', ink);
  sheets.y += 6;
  for (const block of blocks) {
    if ('text' in block) {
      sheets.lines(linesOf(block.text, SIZE, LINE), LEFT);
      sheets.y += 8;
    } else if ('heading' in block) {
      sheets.need(80);
      sheets.y += 8;
      sheets.lines(linesOf(block.heading, 13, LINE), LEFT, 13, 20, 'bold', brand);
      sheets.y += 4;
    } else if ('list' in block) {
      for (const entry of block.list) {
        sheets.need(LEADING);
        sheets.page.box(LEFT + 3, sheets.y + 6, 4, 4, bright);
        sheets.lines(linesOf(entry, SIZE, LINE - 18), LEFT + 18);
        sheets.y += 2;
      }
      sheets.y += 8;
    } else if ('columns' in block) drawTable(sheets, block.columns, block.rows, facts);
    else if ('fields' in block) drawFields(sheets, block.fields, facts);
    else if ('picture' in block) {
      const picture = await jpegOf(join(root, block.picture));
      const height = (LINE * picture.height) / picture.width;
      sheets.need(height);
      sheets.page.picture(picture, LEFT, sheets.y, LINE);
      sheets.y += height + 16;
    } else sheets.turn();
  }
  const unprinted = sheets.pages.flatMap((page) => page.unprinted);
  return { pdf: writePdf(sheets.pages, title, facts.name), first: sheets.pages[0] ?? sheets.page, unprinted };
}
