import { pupil, row, teacher } from '../cast.ts';
import { figure } from '../figure.ts';
import { BRIGHT, GREEN, INK, MARIGOLD, PAPER, WHITE, WOOD, WOOD_DARK } from '../palette.ts';
import { type Canvas, room, table } from '../places.ts';
import { bush } from '../props.ts';
import { at, blob, curve, disc, faded, line, oval, rect, type Svg, shape, stroke, times, turned } from '../shapes.ts';

function books(x: number, y: number, width: number, c: Canvas): Svg {
  let at_ = x;
  let out = '';
  while (at_ < x + width - 14) {
    const bw = c.r.between(9, 20);
    const bh = c.r.between(38, 60);
    out += rect(
      at_,
      y - bh,
      Math.min(bw, x + width - at_),
      bh,
      c.r.pick([...BRIGHT, GREEN, '#d9c79a', '#7a3f34'] as [string, ...string[]]),
      1.5,
    );
    at_ += bw + (c.r.chance(0.08) ? 16 : 1);
  }
  return out;
}

/** The library: shelves, reading tables, readers. */
export function library(c: Canvas): Svg {
  const { w, h, r } = c;
  const cases = Math.max(2, Math.round(w / 330));
  const bookcase = (x: number, bw: number): Svg =>
    rect(x, 60, bw, h * 0.58 - 60, WOOD_DARK, 4) +
    times(5, (i) => {
      const y = 138 + i * 76;
      return y > h * 0.58
        ? ''
        : rect(x + 12, y - 66, bw - 24, 68, '#5b3820') + books(x + 16, y, bw - 32, c) + rect(x + 8, y, bw - 16, 9, WOOD);
    });
  const open = (x: number, y: number): Svg =>
    at(x, y, 1.4, blob('M0 -4Q-18 -14 -36 -6V-1Q-18 -8 0 2Q18 -8 36 -1V-6Q18 -14 0 -4Z', WHITE));
  const lamp = (x: number): Svg =>
    line([x, 0], [x, 84], INK, 4) +
    blob(`M${x - 40} 116q40 -60 80 0z`, MARIGOLD) +
    faded(
      0.18,
      shape(
        [
          [x - 38, 116],
          [x + 38, 116],
          [x + 150, h * 0.7],
          [x - 150, h * 0.7],
        ],
        '#fff3c4',
      ),
    );
  const reading = (x: number, y: number, s: number): Svg =>
    row(r, 3, x - 110 * s, x + 110 * s, y + 18 * s, 1.15 * s, () => pupil(r, 'sit')) +
    at(x, y, s, table(-180, -46, 360, 84)) +
    open(x - 110 * s, y - 46 * s) +
    open(x + 4, y - 46 * s) +
    open(x + 110 * s, y - 46 * s);
  return (
    room(c, h * 0.6, 0) +
    times(cases, (i) => bookcase((i * w) / cases + 22, w / cases - 44)) +
    lamp(w * 0.25) +
    lamp(w * 0.75) +
    figure(teacher(r, 'hold'), w * 0.5, h * 0.68, 1.7) +
    reading(w * (w > 1000 ? 0.26 : 0.4), h * 0.8, 1.25) +
    (w > 1000 ? reading(w * 0.74, h * 0.82, 1.3) : '') +
    figure(pupil(r, 'hold'), w * 0.92, h * 0.72, 1.5) +
    rect(w * 0.44, h * 0.93, 60, 12, BRIGHT[0], 2) +
    rect(w * 0.445, h * 0.915, 54, 12, BRIGHT[2], 2) +
    (r.chance(0.6) ? bush(w * 0.06, h * 0.98, 1.8, c) : '')
  );
}

/** Painting at easels. */
export function painting(c: Canvas): Svg {
  const { w, h, r, p } = c;
  const motif = (i: number): Svg =>
    [
      () => rect(-50, -60, 100, 80, '#bfe0e2') + blob('M-50 20v-30q50 -50 100 0v30z', p.near) + disc(22, -36, 13, MARIGOLD),
      () =>
        rect(-50, -60, 100, 80, '#fbe3bd') +
        disc(0, -24, 22, BRIGHT[0]) +
        times(6, (k) => disc(Math.cos(k) * 26, -24 + Math.sin(k) * 26, 9, BRIGHT[k % 5] ?? MARIGOLD)),
      () =>
        rect(-50, -60, 100, 80, '#dfe8e0') +
        shape(
          [
            [-30, 20],
            [-30, -20],
            [0, -46],
            [30, -20],
            [30, 20],
          ],
          BRIGHT[0],
        ) +
        rect(-10, -6, 20, 26, WOOD_DARK),
      () =>
        rect(-50, -60, 100, 80, WHITE) +
        times(9, () => disc(r.between(-40, 40), r.between(-50, 10), r.between(5, 14), r.pick(BRIGHT))),
    ][i % 4]?.() ?? '';
  const easel = (x: number, y: number, s: number, i: number): Svg =>
    at(
      x,
      y,
      s,
      line([-44, 0], [-10, -160], WOOD_DARK, 7) +
        line([44, 0], [10, -160], WOOD_DARK, 7) +
        rect(-64, -58, 128, 9, WOOD) +
        at(0, -78, 1.1, rect(-56, -66, 112, 92, WHITE) + motif(i)),
    );
  const cols = Math.max(2, Math.round(w / 300));
  return (
    room(c, h * 0.6, 2) +
    times(4, (i) => rect(w * 0.44 + i * 44, 100 + (i % 2) * 24, 38, 48, BRIGHT[i] ?? PAPER, 2)) +
    figure(teacher(r, 'stand'), w * 0.5, h * 0.66, 1.8) +
    times(
      cols,
      (k) =>
        easel(((k + 0.42) * w) / cols, h * 0.9, 1.7, k + r.whole(0, 3)) +
        figure(pupil(r, 'point', { tie: undefined, top: r.pick(BRIGHT) }), ((k + 0.42) * w) / cols + 118, h * 0.96, 1.7, true),
    )
  );
}

/** A notebook, pens and a cup on a desk. */
export function deskTop(c: Canvas): Svg {
  const { w, h, p } = c;
  const page = (sign: number): Svg =>
    blob(`M0 -190Q${sign * 150} -230 ${sign * 300} -196V176Q${sign * 150} 146 0 190Z`, WHITE) +
    times(10, (i) =>
      faded(
        0.55,
        curve(
          [sign * 30, -140 + i * 30],
          [sign * 140, -162 + i * 30],
          [sign * (150 + ((i * 47) % 120)), -146 + i * 30],
          '#5f7f9a',
          4,
        ),
      ),
    );
  return (
    rect(0, 0, w, h, p.floor) +
    times(9, (i) => faded(0.16, rect(0, (i * h) / 9, w, 5, WOOD_DARK))) +
    oval(w * 0.46, h * 0.84, 330, 40, 'rgba(60,40,20,.25)') +
    at(
      w * 0.46,
      h * 0.52,
      1.15,
      turned(
        0,
        0,
        -5,
        blob('M-312 -186Q-150 -240 0 -190Q150 -240 312 -186V192Q150 160 0 206Q-150 160 -312 192Z', GREEN) +
          page(-1) +
          page(1) +
          stroke('M70 10l150 -20M80 60l90 70M170 60l-90 70', BRIGHT[0], 6) +
          curve([150, -90], [230, -140], [250, -60], BRIGHT[0], 5),
      ),
    ) +
    turned(
      w * 0.82,
      h * 0.62,
      28,
      rect(-11, -170, 22, 280, MARIGOLD, 4) +
        shape(
          [
            [-11, 110],
            [11, 110],
            [0, 148],
          ],
          '#ecd9b2',
        ) +
        rect(-11, -190, 22, 26, '#d88', 5),
    ) +
    disc(w * 0.88, h * 0.22, 82, WHITE) +
    disc(w * 0.88, h * 0.22, 66, '#8a5634') +
    faded(0.5, stroke(`M${w * 0.88 - 34} ${h * 0.22 - 20}q30 -26 60 0`, '#c99b6c', 7)) +
    curve([w * 0.88 + 76, h * 0.18], [w * 0.88 + 140, h * 0.22], [w * 0.88 + 74, h * 0.28], WHITE, 16) +
    at(w * 0.1, h * 0.2, 1.3, times(4, (i) => turned(0, 0, i * 90, oval(0, -34, 20, 34, BRIGHT[0]))) + disc(0, 0, 18, MARIGOLD)) +
    at(w * 0.09, h * 0.84, 1.3, oval(0, 0, 44, 20, p.leafDark) + oval(40, -20, 40, 15, p.leaf))
  );
}
