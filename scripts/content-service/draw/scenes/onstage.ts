import { dancer, pupil, row, teacher } from '../cast.ts';
import { figure } from '../figure.ts';
import { BRIGHT, GREEN, INK, MARIGOLD, STEEL, WHITE, WOOD, WOOD_DARK } from '../palette.ts';
import { audience, type Canvas, room, stage } from '../places.ts';
import { bunting } from '../props.ts';
import { at, blob, curve, disc, faded, label, line, oval, rect, type Svg, shape, stroke, times } from '../shapes.ts';

const NIGHTS = ['#3b3f6b', '#2f5a63', '#6a3a52', '#2f5f47', '#7a4a2c'] as const;

/** Dancers in costume before a full hall. */
export function dance(c: Canvas): Svg {
  const { w, h, r } = c;
  const edge = h * 0.74;
  return (
    stage(c, edge, r.pick(NIGHTS)) +
    times(7, () => faded(0.5, disc(r.between(0.14, 0.86) * w, r.between(0.12, 0.45) * h, r.between(6, 26), r.pick(BRIGHT)))) +
    disc(w / 2, h * 0.34, 120, MARIGOLD) +
    times(12, (i) =>
      line(
        [w / 2 + Math.cos(i * 0.524) * 135, h * 0.34 + Math.sin(i * 0.524) * 135],
        [w / 2 + Math.cos(i * 0.524) * 165, h * 0.34 + Math.sin(i * 0.524) * 165],
        MARIGOLD,
        8,
      ),
    ) +
    row(r, w > 1000 ? 5 : 3, w * 0.2, w * 0.8, edge - 34, 1.9, () => dancer(r)) +
    row(r, w > 1000 ? 4 : 2, w * 0.27, w * 0.73, edge - 4, 2.15, () => dancer(r, r.pick(['dance', 'cheer', 'pray']))) +
    audience(c, 2, 1.15)
  );
}

/** The school band or the choir. */
export function music(c: Canvas): Svg {
  const { w, h, r } = c;
  const edge = h * 0.76;
  const note = (x: number, y: number, s: number): Svg =>
    at(
      x,
      y,
      s,
      oval(0, 0, 13, 9, MARIGOLD) + rect(9, -50, 5, 50, MARIGOLD) + blob('M9 -50q26 6 22 30q-4 -16 -22 -16z', MARIGOLD),
    );
  const tabla = (x: number): Svg =>
    at(
      x,
      edge - 2,
      1.3,
      blob('M-34 0Q-42 -40 -26 -50H26Q42 -40 34 0Z', WOOD) + oval(0, -50, 28, 9, '#f2e6cd') + oval(0, -50, 11, 4, INK),
    );
  const guitar = (x: number, y: number): Svg =>
    at(
      x,
      y,
      1.9,
      figure(pupil(r, 'hold'), 0, 0, 1) +
        `<g transform="translate(0 -50) rotate(-28)">${oval(-14, 0, 15, 13, '#b8612f')}${oval(6, 0, 11, 9, '#b8612f')}${disc(-12, 0, 5, INK)}${rect(12, -2, 34, 4, WOOD_DARK)}</g>`,
    );
  const mic = (x: number): Svg =>
    line([x, edge], [x, edge - 150], STEEL, 5) + oval(x, edge - 158, 9, 14, INK) + rect(x - 24, edge - 6, 48, 6, STEEL, 3);
  return (
    stage(c, edge, r.pick(NIGHTS)) +
    times(6, () => note(r.between(0.16, 0.84) * w, r.between(0.14, 0.4) * h, r.between(0.8, 1.6))) +
    rect(w * 0.2, edge - 104, w * 0.6, 40, WOOD_DARK) +
    row(r, w > 1000 ? 8 : 5, w * 0.22, w * 0.78, edge - 100, 1.45, () => pupil(r, r.pick(['stand', 'hold']))) +
    guitar(w * 0.24, edge - 4) +
    guitar(w * 0.74, edge - 2) +
    tabla(w * 0.42) +
    tabla(w * 0.48) +
    figure(pupil(r, 'sit'), w * 0.45, edge + 8, 1.5) +
    figure(pupil(r, 'wave'), w * 0.6, edge, 1.9) +
    mic(w * 0.56) +
    audience(c, 2, 1.1)
  );
}

/** Prizes: a podium, cups, applause. */
export function prizes(c: Canvas): Svg {
  const { w, h, r } = c;
  const edge = h * 0.78;
  const x = w / 2;
  const cup = (cx: number, cy: number, s: number): Svg =>
    at(
      cx,
      cy,
      s,
      blob('M-20 -56h40q0 38 -20 42q-20 -4 -20 -42z', MARIGOLD) +
        rect(-4, -16, 8, 12, MARIGOLD) +
        rect(-16, -6, 32, 8, WOOD_DARK, 2) +
        curve([-20, -50], [-38, -44], [-16, -28], MARIGOLD, 5) +
        curve([20, -50], [38, -44], [16, -28], MARIGOLD, 5),
    );
  return (
    stage(c, edge, r.pick(NIGHTS)) +
    bunting(120, w - 120, h * 0.14, 70) +
    rect(x - 330, edge - 90, 200, 90, WHITE, 4) +
    rect(x - 100, edge - 140, 200, 140, WHITE, 4) +
    rect(x + 130, edge - 66, 200, 66, WHITE, 4) +
    label(x, edge - 50, 64, '1', GREEN) +
    label(x - 230, edge - 26, 52, '2', GREEN) +
    label(x + 230, edge - 14, 44, '3', GREEN) +
    figure(pupil(r, 'cheer'), x, edge - 140, 1.9) +
    figure(pupil(r, 'wave'), x - 230, edge - 90, 1.9) +
    figure(pupil(r, 'wave'), x + 230, edge - 66, 1.9, true) +
    cup(x + 60, edge - 330, 1.1) +
    figure(teacher(r, 'hold'), x - 430, edge, 2) +
    figure(teacher(r, 'point'), x + 440, edge, 2, true) +
    times(40, () => rect(r.between(0.1, 0.9) * w, r.between(0.1, 0.7) * h, 9, 9, r.pick(BRIGHT), 2)) +
    audience(c, 2, 1.1)
  );
}

/** A speech at the lectern: elocution, debate, farewell. */
export function speech(c: Canvas): Svg {
  const { w, h, r } = c;
  const edge = h * 0.76;
  return (
    stage(c, edge, r.pick(NIGHTS)) +
    rect(w * 0.32, h * 0.14, w * 0.36, h * 0.16, WHITE, 6) +
    times(2, (i) => rect(w * 0.36, h * 0.18 + i * 40, w * (0.28 - i * 0.08), 18, i ? MARIGOLD : GREEN, 6)) +
    row(r, w > 1000 ? 5 : 3, w * 0.18, w * 0.42, edge - 6, 1.7, (i) => (i % 2 ? teacher(r, 'sit') : pupil(r, 'sit'))) +
    rect(w * 0.16, edge - 76, w * 0.29, 60, '#8a2f45', 4) +
    rect(w * 0.16, edge - 80, w * 0.29, 12, '#e8dcc0', 3) +
    figure(pupil(r, r.pick(['point', 'wave', 'hold'])), w * 0.66, edge - 4, 2.3) +
    shape(
      [
        [w * 0.66 - 74, edge - 130],
        [w * 0.66 + 74, edge - 130],
        [w * 0.66 + 54, edge],
        [w * 0.66 - 54, edge],
      ],
      WOOD,
    ) +
    rect(w * 0.66 - 84, edge - 142, 168, 14, WOOD_DARK, 4) +
    disc(w * 0.66, edge - 70, 24, GREEN) +
    disc(w * 0.66, edge - 70, 15, MARIGOLD) +
    line([w * 0.66 + 60, edge - 140], [w * 0.66 + 34, edge - 186], INK, 4) +
    audience(c, 2, 1.2)
  );
}

/** The school play: a painted wood, a king, a messenger. */
export function play(c: Canvas): Svg {
  const { w, h, r, p } = c;
  const edge = h * 0.76;
  const crown = (x: number, y: number, s: number): Svg =>
    at(
      x,
      y,
      s,
      shape(
        [
          [-13, 0],
          [-13, -18],
          [-6, -9],
          [0, -22],
          [6, -9],
          [13, -18],
          [13, 0],
        ],
        MARIGOLD,
      ),
    );
  const cardboard = (x: number, s: number): Svg =>
    at(
      x,
      edge - 60,
      s,
      rect(-8, -120, 16, 120, WOOD_DARK) +
        disc(0, -170, 70, p.leafDark) +
        disc(-24, -150, 44, p.leaf) +
        disc(30, -186, 36, p.leaf),
    );
  return (
    stage(c, edge, '#c8dfe2') +
    cardboard(w * 0.22, 1.2) +
    cardboard(w * 0.34, 0.9) +
    cardboard(w * 0.78, 1.3) +
    rect(w * 0.52, edge - 260, 120, 200, '#c9b18a') +
    times(4, (i) => rect(w * 0.52 + i * 32, edge - 280, 22, 24, '#c9b18a')) +
    blob(`M${w * 0.52 + 34} ${edge - 60}v-70q26 -40 52 0v70z`, WOOD_DARK) +
    figure(dancer(r, 'point'), w * 0.36, edge, 2.2) +
    figure({ ...dancer(r, 'stand'), style: 'short' }, w * 0.56, edge, 2.3) +
    crown(w * 0.56, edge - 224, 2.2) +
    row(r, 3, w * 0.68, w * 0.84, edge + 4, 1.9, () => dancer(r, r.pick(['wave', 'hold', 'cheer']))) +
    audience(c, 2, 1.15)
  );
}

/** Lamps and a floor drawing of coloured powder: Diwali, Saraswati Puja, a welcome. */
export function lamps(c: Canvas): Svg {
  const { w, h, r } = c;
  const lamp = (x: number, y: number, s: number): Svg =>
    at(
      x,
      y,
      s,
      faded(0.3, disc(0, -24, 34, '#ffdf8a')) +
        blob('M-26 -8h52q-6 22 -26 22t-26 -22z', '#b8612f') +
        blob('M0 -42q14 22 0 32q-14 -10 0 -32z', '#ffc84a'),
    );
  const ring = (count: number, rx: number, size: number, fill: string): Svg =>
    times(count, (i) =>
      oval(
        w / 2 + Math.cos((i * 6.283) / count) * rx,
        h * 0.82 + Math.sin((i * 6.283) / count) * rx * 0.32,
        size,
        size * 0.5,
        fill,
      ),
    );
  return (
    room(c, h * 0.58, 0) +
    times(Math.ceil(w / 42), (i) =>
      curve([i * 42, 60], [i * 42 + 21, 120], [i * 42 + 42, 60], i % 2 ? MARIGOLD : '#d8583f', 12),
    ) +
    times(6, (i) => rect((i + 0.3) * (w / 6), 150, 12, 90, MARIGOLD, 6)) +
    row(r, w > 1000 ? 7 : 4, w * 0.1, w * 0.9, h * 0.68, 1.6, (i) =>
      i % 3 === 1 ? teacher(r, 'pray') : dancer(r, r.pick(['pray', 'stand', 'hold'])),
    ) +
    oval(w / 2, h * 0.82, 330, 106, WHITE) +
    ring(16, 290, 34, BRIGHT[0]) +
    ring(14, 220, 34, MARIGOLD) +
    ring(12, 150, 30, BRIGHT[3]) +
    ring(8, 84, 26, BRIGHT[4]) +
    oval(w / 2, h * 0.82, 46, 16, BRIGHT[2]) +
    times(9, (i) => lamp(w * 0.08 + i * w * 0.105, h * 0.955 - Math.abs(i - 4) * 8, 1.2))
  );
}

/** Karate, gymnastics and other things done on mats in the hall. */
export function hall(c: Canvas): Svg {
  const { w, h, r } = c;
  return (
    room(c, h * 0.56, 4) +
    rect(0, h * 0.6, w, h * 0.4, '#4f8f86') +
    times(4, (i) => line([w * i * 0.3, h], [w * (0.2 + i * 0.2), h * 0.6], '#3f7a72', 5)) +
    row(r, w > 1000 ? 8 : 5, w * 0.08, w * 0.92, h * 0.66, 1.25, () => pupil(r, r.pick(['stand', 'cheer', 'stand']))) +
    times(w > 1000 ? 4 : 3, (i) => {
      const x = w * (0.16 + i * (w > 1000 ? 0.22 : 0.3));
      return (
        figure(
          pupil(r, r.pick(['run', 'dance', 'point', 'salute']), { top: WHITE, bottom: WHITE, dress: 'trousers', tie: undefined }),
          x,
          h * 0.92,
          2,
        ) + stroke(`M${x - 20} ${h * 0.92 - 94}h40`, BRIGHT[i] ?? INK, 8)
      );
    })
  );
}
