import { pupil, row, teacher } from '../cast.ts';
import { figure } from '../figure.ts';
import { BRIGHT, DEEP, GREEN, INK, MARIGOLD, PAPER, STEEL, WHITE, WOOD, WOOD_DARK } from '../palette.ts';
import { type Canvas, room } from '../places.ts';
import { at, blob, disc, label, oval, rect, type Svg, shape, stroke, times, turned } from '../shapes.ts';

/** A quiz: teams behind their desks, a screen between them. */
export function quiz(c: Canvas): Svg {
  const { w, h, r } = c;
  const team = (x: number, y: number, i: number): Svg =>
    row(r, 3, x - 74, x + 74, y + 30, 1.45, () => pupil(r, r.pick(['hold', 'wave', 'stand']))) +
    rect(x - 130, y - 40, 260, 96, BRIGHT[i] ?? GREEN, 6) +
    rect(x - 130, y - 40, 260, 14, 'rgba(255,255,255,.4)') +
    disc(x, y + 10, 26, WHITE) +
    label(x, y + 20, 28, String.fromCharCode(65 + i), INK);
  return (
    room(c, h * 0.56, 0) +
    rect(w * 0.3, 70, w * 0.4, h * 0.34, INK, 8) +
    rect(w * 0.31, 80, w * 0.38, h * 0.34 - 20, '#f4e7c4') +
    label(w * 0.5, h * 0.3, 130, '?', GREEN) +
    rect(w * 0.08, 90, w * 0.14, h * 0.25, DEEP, 6) +
    times(4, (i) => label(w * 0.15, 140 + i * 44, 30, `${String.fromCharCode(65 + i)}   ${r.whole(1, 9) * 10}`, WHITE)) +
    rect(w * 0.78, 96, 150, 180, MARIGOLD, 6) +
    stroke(`M${w * 0.78 + 30} 140h90M${w * 0.78 + 30} 180h70M${w * 0.78 + 30} 220h84`, WHITE, 9) +
    figure(teacher(r, 'hold'), w * 0.5, h * 0.68, 1.8) +
    times(w > 1000 ? 3 : 2, (i) => team(w * ((i + 0.5) / (w > 1000 ? 3 : 2)), h * 0.82, i))
  );
}

/** Two at the chessboard, others watching. */
export function chess(c: Canvas): Svg {
  const { w, h, r } = c;
  const cx = w / 2;
  const y = h * 0.72;
  const grid = times(32, (i) => {
    const row_ = Math.floor(i / 4);
    const col = (i % 4) * 2 + (row_ % 2);
    const t = row_ / 8;
    const half = 150 + t * 50;
    return shape(
      [
        [cx - half + (col * half) / 4, y + row_ * 12],
        [cx - half + ((col + 1) * half) / 4, y + row_ * 12],
        [cx - half + ((col + 1) * half) / 4 - 2, y + row_ * 12 + 12],
        [cx - half + (col * half) / 4 - 2, y + row_ * 12 + 12],
      ],
      '#5b3820',
    );
  });
  const piece = (x: number, py: number, fill: string): Svg =>
    at(x, py, 1.1, blob('M-12 0h24l-6 -22h-12z', fill) + disc(0, -28, 9, fill));
  return (
    room(c, h * 0.58, 3) +
    row(r, 5, w * 0.2, w * 0.8, h * 0.66, 1.5, () => pupil(r, r.pick(['stand', 'hold']))) +
    figure(pupil(r, 'hold'), cx - 250, h * 0.84, 2.4) +
    figure(pupil(r, 'hold'), cx + 250, h * 0.84, 2.4, true) +
    shape(
      [
        [cx - 250, y - 14],
        [cx + 250, y - 14],
        [cx + 330, y + 130],
        [cx - 330, y + 130],
      ],
      WOOD,
    ) +
    rect(cx - 330, y + 130, 660, 60, WOOD_DARK) +
    shape(
      [
        [cx - 150, y],
        [cx + 150, y],
        [cx + 200, y + 96],
        [cx - 200, y + 96],
      ],
      '#ecd9b2',
    ) +
    grid +
    times(6, (i) => piece(cx - 130 + i * 52, y + 30 + ((i * 37) % 60), i % 2 ? WHITE : INK)) +
    rect(cx + 216, y + 40, 60, 34, INK, 5) +
    disc(cx + 232, y + 56, 10, WHITE) +
    disc(cx + 260, y + 56, 10, WHITE)
  );
}

/** Pupils explain their models at an exhibition. */
export function exhibition(c: Canvas): Svg {
  const { w, h, r, p } = c;
  const models = [
    () =>
      stroke('M-60 0Q-40 -90 0 -90T60 0', STEEL, 8) +
      times(5, (i) => rect(-50 + i * 24, -14, 6, 14, INK)) +
      disc(0, -60, 18, MARIGOLD),
    () =>
      shape(
        [
          [-60, 0],
          [0, -110],
          [60, 0],
        ],
        BRIGHT[0],
      ) +
      blob('M-14 -92Q0 -130 14 -92z', MARIGOLD) +
      times(5, (i) => disc(-20 + i * 10, -120 - (i % 2) * 14, 9, STEEL)),
    () =>
      rect(-6, -120, 12, 120, WHITE) +
      times(3, (i) => turned(0, -120, i * 120, blob('M-6 0L0 -70L8 0z', WHITE))) +
      disc(0, -120, 8, INK) +
      oval(0, 0, 70, 10, p.leaf),
    () =>
      times(
        4,
        (i) =>
          rect(-70 + i * 36, -40 - ((i * 31) % 60), 30, 40 + ((i * 31) % 60), BRIGHT[i] ?? GREEN, 2) +
          times(3, (k) => rect(-62 + i * 36, -34 + k * 11, 5, 6, WHITE)),
      ),
  ];
  const count = Math.max(2, Math.round(w / 400));
  return (
    room(c, h * 0.58, 0) +
    times(count, (i) => {
      const x = ((i + 0.5) * w) / count;
      return (
        rect(x - 120, 100, 240, 170, BRIGHT[(i + 2) % 5] ?? GREEN, 4) +
        rect(x - 106, 114, 212, 142, PAPER) +
        times(4, (k) => rect(x - 90, 134 + k * 28, 90 + ((k * 41) % 80), 9, k ? STEEL : GREEN, 3)) +
        disc(x + 70, 214, 26, MARIGOLD)
      );
    }) +
    times(count, (i) => {
      const x = ((i + 0.5) * w) / count;
      return (
        figure(pupil(r, 'point'), x - 150, h * 0.72, 1.7) +
        figure(pupil(r, 'stand'), x + 150, h * 0.72, 1.7) +
        rect(x - 130, h * 0.62, 260, 16, WOOD) +
        rect(x - 122, h * 0.64, 244, 90, BRIGHT[i % 5] ?? GREEN) +
        at(x, h * 0.62, 1.1, models[(i + r.whole(0, 3)) % 4]?.() ?? '')
      );
    }) +
    row(r, Math.round(w / 170), w * 0.06, w * 0.94, h * 1.04, 2, () =>
      r.chance(0.3) ? teacher(r, 'stand', { back: true }) : pupil(r, 'stand', { back: true }),
    )
  );
}
