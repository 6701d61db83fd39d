import { dancer, player, pupil, row, teacher } from '../cast.ts';
import { figure } from '../figure.ts';
import { BRIGHT, INK, MARIGOLD, WHITE, WOOD, WOOD_DARK } from '../palette.ts';
import { type Canvas, outdoors } from '../places.ts';
import { bunting, flagpole, school, tree } from '../props.ts';
import { at, blob, curve, disc, faded, line, oval, rect, type Svg, shape, stroke, times } from '../shapes.ts';

/** Republic Day: the flag, and marching pupils. */
export function flagDay(c: Canvas): Svg {
  const { w, h, r, p } = c;
  const colours = ['#e58a2e', WHITE, '#2f7d45'];
  return (
    outdoors(c, h * 0.44) +
    school(w * 0.3, h * 0.58, 0.8) +
    rect(0, h * 0.575, w, h, p.path) +
    times(Math.ceil(w / 50), (i) =>
      shape(
        [
          [i * 50, h * 0.08 + (i % 2) * 10],
          [i * 50 + 40, h * 0.08],
          [i * 50 + 20, h * 0.08 + 46],
        ],
        colours[i % 3] ?? WHITE,
      ),
    ) +
    line([0, h * 0.08], [w, h * 0.08], INK, 3) +
    flagpole(w * 0.74, h * 0.68, h * 0.5, true) +
    row(r, 3, w * 0.83, w * 0.95, h * 0.7, 1.05, () => teacher(r, 'salute')) +
    times(3, (i) =>
      row(r, 6, w * (0.06 + i * 0.03), w * (0.62 + i * 0.05), h * (0.72 + i * 0.12), 1.1 + i * 0.25, () =>
        pupil(r, i === 2 ? 'walk' : 'salute'),
      ),
    )
  );
}

/** Planting saplings. */
export function plantation(c: Canvas): Svg {
  const { w, h, r, p } = c;
  const sapling = (x: number, y: number): Svg =>
    oval(x, y, 44, 12, '#8a6239') +
    line([x, y], [x, y - 66], WOOD_DARK, 5) +
    times(4, (i) => oval(x + (i % 2 ? 15 : -15), y - 34 - i * 10, 16, 7, i % 2 ? p.leaf : p.leafDark)) +
    oval(x, y - 74, 9, 15, p.leaf);
  const can = (x: number, y: number): Svg =>
    at(
      x,
      y,
      1.2,
      rect(-18, -34, 36, 34, BRIGHT[2], 5) +
        line([18, -24], [42, -40], BRIGHT[2], 6) +
        curve([-14, -34], [0, -60], [14, -34], BRIGHT[2], 5),
    );
  return (
    outdoors(c, h * 0.46) +
    times(5, (i) => tree((i + r.between(0.2, 0.8)) * (w / 5), h * 0.56, r.between(1, 1.6), c)) +
    rect(0, h * 0.54, w, h, p.ground) +
    blob(`M0 ${h * 0.76}Q${w / 2} ${h * 0.7} ${w} ${h * 0.76}V${h}H0Z`, p.leaf) +
    row(r, 4, w * 0.16, w * 0.84, h * 0.68, 1.15, () => pupil(r, r.pick(['hold', 'stand', 'point']))) +
    times(4, (i) => sapling(w * (0.2 + i * 0.2), h * 0.8 + (i % 2) * 40)) +
    figure(teacher(r, 'point'), w * 0.1, h * 0.93, 1.9) +
    times(3, (i) => figure(pupil(r, r.pick(['hold', 'walk'])), w * (0.3 + i * 0.2), h * 0.97, 1.6)) +
    can(w * 0.9, h * 0.95)
  );
}

/** The pool: lanes, swimmers, a watching teacher. */
export function pool(c: Canvas): Svg {
  const { w, h, r } = c;
  const y = h * 0.46;
  const lane = (h - y) / 5;
  const swimmer = (x: number, sy: number, s: number): Svg =>
    at(
      x,
      sy,
      s,
      curve([10, 2], [34, -34], [52, 0], '#b67a4c', 9) +
        disc(0, 0, 15, '#c98d5e') +
        blob('M-15 -1a15 15 0 0 1 30 0z', r.pick(BRIGHT)) +
        faded(0.7, stroke('M-40 14q14 -9 28 0t28 0t28 0t28 0', WHITE, 5)),
    );
  return (
    outdoors(c, h * 0.3) +
    times(6, (i) => tree((i + 0.5) * (w / 6), h * 0.37, r.between(0.8, 1.1), c)) +
    rect(0, h * 0.35, w, h, '#e5dcc6') +
    row(r, 6, w * 0.1, w * 0.9, h * 0.45, 0.95, (i) =>
      i === 2 ? teacher(r, 'point') : player(r, r.pick(['stand', 'cheer', 'wave']), BRIGHT[i % 5] ?? MARIGOLD),
    ) +
    rect(0, y, w, h, '#55b2c4') +
    rect(0, y, w, 14, '#f5efdf') +
    times(26, () =>
      faded(0.35, stroke(`M${Math.round(r.between(0, w))} ${Math.round(r.between(y + 20, h))}q16 -9 32 0t32 0`, WHITE, 4)),
    ) +
    times(4, (i) => times(Math.ceil(w / 40), (k) => rect(k * 40, y + (i + 1) * lane, 32, 8, k % 2 ? WHITE : BRIGHT[0], 4))) +
    times(5, (i) => swimmer(w * r.between(0.15, 0.8), y + (i + 0.55) * lane, 0.9 + i * 0.14))
  );
}

/** A fair on the school ground: stalls under striped awnings. */
export function fair(c: Canvas): Svg {
  const { w, h, r, p } = c;
  const stall = (x: number, i: number): Svg => {
    const colour = BRIGHT[(i + 1) % 5] ?? MARIGOLD;
    return at(
      x,
      h * 0.74,
      1.35,
      rect(-88, -170, 8, 170, WOOD_DARK) +
        rect(80, -170, 8, 170, WOOD_DARK) +
        at(0, -6, 1, figure(teacher(r, 'stand'), 0, 0, 1.2)) +
        rect(-90, -70, 180, 70, '#efe2c6', 3) +
        rect(-90, -70, 180, 14, colour) +
        times(5, (k) =>
          r.pick([disc(-66 + k * 32, -80, 11, r.pick(BRIGHT)), rect(-78 + k * 32, -92, 22, 22, r.pick(BRIGHT), 3)]),
        ) +
        times(6, (k) => blob(`M${-102 + k * 34} -196h34v32q-17 20 -34 0z`, k % 2 ? WHITE : colour)),
    );
  };
  const count = Math.max(2, Math.round(w / 330));
  return (
    outdoors(c, h * 0.46) +
    school(w * 0.5, h * 0.54, 0.7) +
    rect(0, h * 0.535, w, h, p.ground) +
    rect(0, h * 0.73, w, h, p.path) +
    bunting(-10, w * 0.5, h * 0.14, 110) +
    bunting(w * 0.5, w + 10, h * 0.14, 110) +
    times(count, (i) => stall(((i + 0.5) * w) / count, i)) +
    row(r, Math.round(w / 150), w * 0.08, w * 0.92, h * 0.95, 1.45, () =>
      r.chance(0.2) ? teacher(r, 'walk') : pupil(r, r.pick(['walk', 'point', 'wave', 'stand'])),
    )
  );
}

/** Holi: thrown colours and dancing children. */
export function colours(c: Canvas): Svg {
  const { w, h, r, p } = c;
  return (
    outdoors(c, h * 0.5) +
    times(4, (i) => tree((i + 0.5) * (w / 4), h * 0.6, 1.4, c)) +
    rect(0, h * 0.58, w, h, p.ground) +
    times(16, () => faded(0.4, disc(r.between(0, w), r.between(h * 0.15, h * 0.85), r.between(40, 110), r.pick(BRIGHT)))) +
    row(r, 6, w * 0.1, w * 0.9, h * 0.74, 1.3, () => player(r, r.pick(['cheer', 'dance', 'wave']), r.pick(BRIGHT))) +
    row(r, 5, w * 0.14, w * 0.86, h * 0.95, 1.8, (i) =>
      i === 2 ? dancer(r) : player(r, r.pick(['cheer', 'dance', 'wave']), WHITE),
    ) +
    times(60, () => disc(r.between(0, w), r.between(0, h), r.between(3, 9), r.pick(BRIGHT))) +
    times(4, (i) =>
      at(
        w * (0.18 + i * 0.22),
        h * 0.985,
        1.2,
        blob('M-26 -8h52l-10 18h-32z', WOOD) + blob('M-22 -8Q0 -38 22 -8z', BRIGHT[i] ?? MARIGOLD),
      ),
    )
  );
}

/** Yoga on mats in the morning. */
export function yoga(c: Canvas): Svg {
  const { w, h, r, p } = c;
  return (
    outdoors(c, h * 0.46) +
    tree(w * 0.08, h * 0.6, 1.8, c) +
    tree(w * 0.92, h * 0.58, 1.7, c) +
    rect(0, h * 0.55, w, h, p.ground) +
    times(3, (i) =>
      times(
        5,
        (k) =>
          at(w * (0.12 + k * 0.19), h * (0.66 + i * 0.14), 1 + i * 0.22, oval(0, 0, 56, 12, BRIGHT[(k + i) % 5] ?? MARIGOLD)) +
          figure(
            player(r, i === 1 ? 'pray' : 'cheer', WHITE, { bottom: '#e9e4d4', dress: 'trousers' }),
            w * (0.12 + k * 0.19),
            h * (0.66 + i * 0.14),
            1 + i * 0.22,
          ),
      ),
    )
  );
}
