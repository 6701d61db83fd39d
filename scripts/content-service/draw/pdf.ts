import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import { DEEP, GREEN, INK, MARIGOLD, PAPER } from './palette.ts';

type Document = InstanceType<typeof PDFDocument>;

/** The writer of one PDF: A4, standard fonts, the school's letterhead. Lengths are points. */
export interface Paper {
  readonly doc: Document;
  heading(words: string): void;
  text(words: string): void;
  list(words: readonly string[]): void;
  table(columns: readonly number[], rows: readonly (readonly string[])[]): void;
  /** Lines to be filled in by hand. */
  blanks(names: readonly string[]): void;
  page(): void;
}

const LEFT = 56;
const WIDTH = 483;
const BOTTOM = 770;
const MUTED = '#5d6b64';

function letterhead(doc: Document): void {
  doc.rect(0, 0, 595, 8).fill(GREEN).rect(0, 8, 595, 3).fill(MARIGOLD);
  doc.circle(84, 58, 26).fill(GREEN);
  doc.fillColor(PAPER).font('Helvetica-Bold').fontSize(13).text('HTSJ', 58, 53, { width: 52, align: 'center' });
  doc.fillColor(DEEP).fontSize(18).text('Hill Top School, Jamunapur', 124, 40);
  doc
    .fillColor(MUTED)
    .font('Helvetica')
    .fontSize(9)
    .text('1 School Road, Hill Side, Jamunapur 000000, India   office@htsj.example.org', 124, 64);
  doc
    .moveTo(LEFT, 96)
    .lineTo(LEFT + WIDTH, 96)
    .lineWidth(0.8)
    .stroke('#cbbf9f');
  doc.x = LEFT;
  doc.y = 116;
}

/** One row at the present height of the page: the first is the head, every second one is shaded. */
function tableRow(doc: Document, cells: readonly string[], widths: readonly number[], high: number, index: number): void {
  const top = doc.y;
  const head = index === 0;
  if (head || index % 2 === 0) doc.rect(LEFT, top, WIDTH, high).fill(head ? GREEN : '#f4f1e6');
  let x = LEFT;
  for (const [at, cell] of cells.entries()) {
    const width = widths[at] ?? 80;
    doc.fillColor(head ? PAPER : INK).text(cell, x + 6, top + 5, { width });
    x += width + 12;
  }
  doc.x = LEFT;
  doc.y = top + high;
}

function paper(doc: Document): Paper {
  const room = (needed: number): void => {
    if (doc.y + needed > BOTTOM) doc.addPage();
  };
  return {
    doc,
    heading(words) {
      room(60);
      doc
        .fillColor(GREEN)
        .font('Helvetica-Bold')
        .fontSize(13)
        .text(words, LEFT, doc.y + 8, { width: WIDTH })
        .moveDown(0.4);
    },
    text(words) {
      room(40);
      doc.fillColor(INK).font('Helvetica').fontSize(10.5).text(words, LEFT, doc.y, { width: WIDTH, lineGap: 2.5 }).moveDown(0.6);
    },
    list(words) {
      for (const line of words) {
        room(30);
        doc.circle(LEFT + 5, doc.y + 6, 2).fill(MARIGOLD);
        doc
          .fillColor(INK)
          .font('Helvetica')
          .fontSize(10.5)
          .text(line, LEFT + 16, doc.y, { width: WIDTH - 16, lineGap: 2 })
          .moveDown(0.3);
      }
      doc.x = LEFT;
      doc.moveDown(0.4);
    },
    table(columns, rows) {
      for (const [index, row] of rows.entries()) {
        const widths = row.map((_, at) => (columns[at] ?? 80) - 12);
        doc.font(index === 0 ? 'Helvetica-Bold' : 'Helvetica').fontSize(9.5);
        const high = Math.max(...row.map((cell, at) => doc.heightOfString(cell, { width: widths[at] ?? 80 }))) + 9;
        room(high);
        tableRow(doc, row, widths, high, index);
      }
      doc.moveDown(1);
    },
    blanks(names) {
      for (const name of names) {
        room(30);
        doc
          .fillColor(INK)
          .font('Helvetica')
          .fontSize(10.5)
          .text(name, LEFT, doc.y + 8, { width: 190 });
        doc
          .moveTo(LEFT + 196, doc.y - 1)
          .lineTo(LEFT + WIDTH, doc.y - 1)
          .lineWidth(0.6)
          .stroke('#9aa59f');
        doc.moveDown(0.35);
      }
    },
    page: () => void doc.addPage(),
  };
}

/** Writes one PDF. The date in it is fixed, so that the same words give the same file. */
export async function writePdf(path: string, title: string, write: (paper: Paper) => void): Promise<void> {
  const info = { Title: title, Author: 'Hill Top School, Jamunapur', CreationDate: new Date(Date.UTC(2026, 3, 1)) };
  const doc = new PDFDocument({ size: 'A4', margins: { top: 60, bottom: 56, left: LEFT, right: 56 }, info, lang: 'en' });
  doc.on('pageAdded', () => letterhead(doc));
  letterhead(doc);
  const file = doc.pipe(createWriteStream(path));
  doc.fillColor(INK).font('Helvetica-Bold').fontSize(19).text(title, LEFT, doc.y, { width: WIDTH }).moveDown(0.6);
  write(paper(doc));
  doc.end();
  await finished(file);
}
