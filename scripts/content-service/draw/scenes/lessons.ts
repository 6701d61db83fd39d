import { pupil, row, teacher } from '../cast.ts';
import { figure } from '../figure.ts';
import { BRIGHT, GREEN, INK, MARIGOLD, PAPER, STEEL, WHITE, WOOD, WOOD_DARK } from '../palette.ts';
import { board, type Canvas, room, table } from '../places.ts';
import { at, blob, curve, disc, faded, label, line, rect, type Svg, shape, stroke, times, turned } from '../shapes.ts';

function desk(x: number, y: number, s: number, c: Canvas): Svg {
  return (
    figure(pupil(c.r, 'sit'), x, y - 14 * s, s) +
    at(
      x,
      y,
      s,
      table(-52, -46, 104, 46) +
        rect(-20, -52, 30, 6, WHITE, 1) +
        (c.r.chance(0.6) ? rect(16, -56, 18, 10, c.r.pick(BRIGHT), 2) : ''),
    )
  );
}

/** Two rows of desks whose feet stand at `back` and `front`. */
function desks(c: Canvas, back: number, front: number): Svg {
  const places = Math.max(3, Math.round(c.w / 260));
  const line_ = (y: number, s: number, shift: number): Svg =>
    times(places, (k) => desk(((k + 0.5) * c.w) / places + shift, y, s, c));
  return line_(back, 1.3, -16) + line_(front, 1.75, 14);
}

/** A lesson: board, teacher, pupils at their desks. */
export function classroom(c: Canvas): Svg {
  const { w, h, r } = c;
  const bx = w * 0.3;
  const chalk = r.pick([
    () => stroke(`M${bx + 40} 170q30 -60 60 0t60 0t60 0`, WHITE, 4) + label(bx + 120, 240, 34, 'y = sin x', WHITE),
    () =>
      shape(
        [
          [bx + 60, 250],
          [bx + 200, 250],
          [bx + 60, 150],
        ],
        '#24584a',
      ) +
      stroke(`M${bx + 60} 250h140L${bx + 60} 150z`, WHITE, 4) +
      label(bx + 300, 220, 32, 'a² + b² = c²', WHITE),
    () =>
      disc(bx + 110, 200, 50, '#24584a') +
      times(
        3,
        (i) =>
          `<ellipse cx="${bx + 110}" cy="200" rx="80" ry="26" fill="none" stroke="${WHITE}" stroke-width="3" transform="rotate(${i * 60} ${bx + 110} 200)"/>`,
      ) +
      disc(bx + 110, 200, 9, MARIGOLD),
    () => times(4, (i) => rect(bx + 40, 150 + i * 30, 120 + ((i * 67) % 150), 6, WHITE, 3)),
  ]);
  return (
    room(c, h * 0.58, 0) +
    board(bx, 110, w * 0.42, h * 0.28) +
    chalk() +
    rect(w * 0.06, 130, 110, 140, '#fffaf0', 4) +
    rect(w * 0.06 + 10, 140, 90, 84, c.p.skyTop) +
    blob(`M${w * 0.06 + 10} 224v-30q45 -40 90 0v30z`, c.p.near) +
    times(
      4,
      (i) =>
        rect(w * 0.8 + (i % 2) * 70, 120 + Math.floor(i / 2) * 86, 58, 72, BRIGHT[i] ?? PAPER, 3) +
        rect(w * 0.8 + 8 + (i % 2) * 70, 130 + Math.floor(i / 2) * 86, 42, 36, PAPER),
    ) +
    figure(teacher(r, 'point'), w * 0.22, h * 0.64, 2.3) +
    desks(c, h * 0.79, h * 0.97)
  );
}

function flask(x: number, y: number, s: number, colour: string): Svg {
  return at(
    x,
    y,
    s,
    blob('M-7 -58h14v20l20 34q2 4 -3 4h-48q-5 0 -3 -4l20 -34z', 'rgba(255,255,255,.75)') +
      blob('M-15 -22h30l12 18q2 4 -3 4h-48q-5 0 -3 -4z', colour) +
      rect(-10, -62, 20, 6, WHITE, 3),
  );
}

/** The science laboratory. */
export function laboratory(c: Canvas): Svg {
  const { w, h, r, p } = c;
  const coat = (pose: 'hold' | 'point' | 'stand') => pupil(r, pose, { bottom: WHITE, dress: 'trousers' });
  const shelf = (y: number): Svg =>
    rect(w * 0.05, y, w * 0.28, 10, WOOD) +
    times(7, (i) =>
      r.pick([
        flask(w * 0.07 + i * w * 0.037, y, 0.62, r.pick(BRIGHT)),
        rect(w * 0.06 + i * w * 0.037, y - 34, 22, 34, r.pick(BRIGHT), 5),
      ]),
    );
  const microscope = (x: number, y: number): Svg =>
    at(
      x,
      y,
      1.15,
      rect(-26, -8, 52, 8, INK, 3) +
        curve([14, -8], [36, -46], [2, -66], INK, 9) +
        turned(-2, -58, 24, rect(-8, -34, 16, 54, STEEL, 5)) +
        rect(-18, -24, 34, 5, INK),
    );
  const bench = (y: number, s: number): Svg =>
    row(r, Math.max(3, Math.round(w / 290)), w * 0.12, w * 0.88, y + 6 * s, 1.5 * s, () =>
      coat(r.pick(['hold', 'point', 'stand', 'hold'])),
    ) +
    rect(0, y - 30 * s, w, 22 * s, '#e9e2d0') +
    rect(0, y - 10 * s, w, 120 * s, s > 1.2 ? p.leafDark : GREEN) +
    times(Math.round(w / 130), (i) =>
      i % 3 === 1 ? microscope(i * 130 + 70, y - 30 * s) : flask(i * 130 + 60, y - 30 * s, 1.1 * s, r.pick(BRIGHT)),
    );
  return (
    room(c, h * 0.56, 0) +
    shelf(h * 0.2) +
    shelf(h * 0.34) +
    board(w * 0.4, h * 0.1, w * 0.26, h * 0.24) +
    label(w * 0.53, h * 0.21, 40, r.pick(['H₂O', 'C₆H₁₂O₆', 'E = mc²', 'NaCl']), WHITE) +
    times(5, (i) => at(w * 0.8 + i * 32, h * 0.16 + (i % 2) * 36, 1, disc(0, 0, 20, BRIGHT[i] ?? PAPER))) +
    times(4, (i) =>
      line([w * 0.8 + i * 32, h * 0.16 + (i % 2) * 36], [w * 0.8 + (i + 1) * 32, h * 0.16 + ((i + 1) % 2) * 36], INK, 5),
    ) +
    figure(teacher(r, 'point'), w * 0.36, h * 0.62, 1.8) +
    bench(h * 0.63, 1.05) +
    bench(h * 0.88, 1.35)
  );
}

/** Rows of computers. */
export function computers(c: Canvas): Svg {
  const { w, h, r } = c;
  const screen = (x: number, y: number, s: number): Svg =>
    at(
      x,
      y,
      s,
      rect(-46, -74, 92, 62, INK, 5) +
        rect(-40, -68, 80, 50, r.pick(['#cfe6e4', '#f6ecd0', '#21463c'])) +
        times(4, (i) => rect(-34, -62 + i * 11, 20 + ((i * 29 + 13) % 44), 5, BRIGHT[i] ?? GREEN, 2)) +
        rect(-6, -12, 12, 10, STEEL) +
        rect(-22, -4, 44, 5, STEEL, 2),
    );
  const cols = Math.max(2, Math.round(w / 270));
  const line_ = (y: number, s: number): Svg =>
    rect(0, y - 4, w, 16 * s, WOOD) +
    rect(0, y + 10 * s, w, 54 * s, WOOD_DARK) +
    times(cols, (k) => screen(((k + 0.5) * w) / cols - 40 * s, y, 1.2 * s)) +
    times(cols, (k) => figure(pupil(r, 'stand', { back: true }), ((k + 0.5) * w) / cols + 40 * s, y + 74 * s, 1.35 * s));
  return (
    room(c, h * 0.5, 3) +
    figure(teacher(r, 'point'), w * 0.1, h * 0.56, 1.7) +
    line_(h * 0.5, 0.9) +
    line_(h * 0.68, 1.15) +
    line_(h * 0.9, 1.45)
  );
}

/** A lesson at the large screen. */
export function smartClass(c: Canvas): Svg {
  const { w, h, r } = c;
  const x = w * 0.26;
  const sw = w * 0.48;
  const planets =
    disc(x + 70, 230, 46, MARIGOLD) +
    times(
      5,
      (i) =>
        faded(0.5, stroke(`M${x + 130 + i * 62} 120q26 110 0 220`, WHITE, 2)) +
        disc(x + 140 + (i * (sw - 190)) / 4.6, 180 + ((i * 53) % 100), 14 + ((i * 7) % 18), BRIGHT[(i + 2) % 5] ?? WHITE),
    );
  return (
    room(c, h * 0.6, 0) +
    rect(x - 14, 76, sw + 28, h * 0.4 + 28, INK, 10) +
    rect(x, 90, sw, h * 0.4, '#1d3f5c') +
    planets +
    faded(
      0.1,
      shape(
        [
          [x, 90],
          [x + sw, 90],
          [x + sw * 0.6, 90 + h * 0.4],
          [x, 90 + h * 0.4],
        ],
        WHITE,
      ),
    ) +
    rect(w * 0.07, 120, 120, 150, '#fffaf0', 4) +
    rect(w * 0.07 + 10, 130, 100, 130, c.p.skyTop) +
    times(3, (i) => rect(w * 0.8, 110 + i * 70, 150, 56, BRIGHT[i] ?? PAPER, 4)) +
    figure(teacher(r, 'point'), w * 0.17, h * 0.68, 2.2) +
    desks(c, h * 0.8, h * 0.97)
  );
}
