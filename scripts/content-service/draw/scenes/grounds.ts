import { player, pupil, row, teacher } from '../cast.ts';
import { figure } from '../figure.ts';
import { BRIGHT, INK, MARIGOLD, STEEL, WHITE, WOOD } from '../palette.ts';
import { type Canvas, outdoors } from '../places.ts';
import { bunting, bush, flagpole, school, tree } from '../props.ts';
import { at, blob, disc, faded, line, oval, rect, type Svg, shape, stroke, times } from '../shapes.ts';

/** The school on its hill, with the drive that leads to it. */
export function building(c: Canvas): Svg {
  const { w, h, r, p } = c;
  const y = h * 0.66;
  const size = Math.min(1.32, w / 800);
  const x = w * r.between(0.46, 0.54);
  return (
    outdoors(c, h * 0.52) +
    blob(`M0 ${h * 0.6}Q${w * 0.5} ${h * 0.5} ${w} ${h * 0.61}V${h}H0Z`, p.near) +
    tree(x - 400 * size, y + 8, 1.5, c) +
    tree(x + 410 * size, y + 10, 1.6, c) +
    school(x, y, size) +
    blob(`M0 ${y - 4}Q${w / 2} ${y - 16} ${w} ${y - 4}V${h}H0Z`, p.ground) +
    blob(
      `M${x - 46} ${y - 8}Q${x - 90} ${h * 0.82} ${x - 260} ${h}H${x + 240}Q${x + 70} ${h * 0.8} ${x + 46} ${y - 8}Z`,
      p.path,
    ) +
    flagpole(x - 210 * size, y + 40, 250, false) +
    times(5, (i) => bush(x - 330 * size + i * 48, y + 26, 0.8, c) + bush(x + 130 * size + i * 48, y + 26, 0.8, c)) +
    tree(r.between(40, 110), h * 0.93, 1.9, c) +
    tree(w - r.between(50, 120), h * 0.95, 2, c) +
    row(r, r.whole(3, 5), x - 190, x + 170, h * 0.9, 1.25, () => pupil(r, r.pick(['walk', 'wave', 'stand'])))
  );
}

/** Morning assembly: rows of pupils, teachers on the steps. */
export function assembly(c: Canvas): Svg {
  const { w, h, r, p } = c;
  const y = h * 0.52;
  return (
    outdoors(c, h * 0.36) +
    school(w / 2, y, Math.min(1.05, w / 900)) +
    rect(0, y - 3, w, h, p.path) +
    rect(w * 0.28, y - 12, w * 0.44, 34, '#e6dcc4', 3) +
    rect(w * 0.26, y + 14, w * 0.48, 14, '#cfc2a4', 3) +
    row(r, 5, w * 0.34, w * 0.66, y + 2, 0.95, () => teacher(r, r.pick(['stand', 'pray', 'stand']))) +
    flagpole(w * 0.2, y + 30, 300, r.chance(0.5)) +
    times(5, (i) =>
      row(r, 7 + Math.round((w / 1200) * 3), w * 0.06, w * 0.94, y + 110 + i * (h * 0.105), 0.85 + i * 0.17, () =>
        pupil(r, 'stand', { back: true }),
      ),
    )
  );
}

function track(c: Canvas, top: number): Svg {
  const { w, h } = c;
  const lanes = 5;
  const lane = (h - top) / lanes;
  return rect(0, top, w, h - top, '#c5664a') + times(lanes + 1, (i) => faded(0.85, rect(0, top + i * lane - 3, w, 5, WHITE)));
}

/** Sports day: runners on the track under bunting. */
export function race(c: Canvas): Svg {
  const { w, h, r, p } = c;
  const y = h * 0.58;
  const lane = (h - y) / 5;
  return (
    outdoors(c, h * 0.38) +
    times(6, (i) => tree((i + r.between(0.1, 0.9)) * (w / 6), h * 0.44, r.between(0.8, 1.2), c)) +
    rect(0, h * 0.44, w, h, p.ground) +
    row(r, Math.round(w / 62), 20, w - 20, h * 0.55, 0.85, () => pupil(r, r.pick(['cheer', 'stand', 'wave', 'cheer']))) +
    rect(0, h * 0.535, w, 24, '#efe4cb') +
    times(Math.ceil(w / 120), (i) => rect(i * 120, h * 0.535, 60, 24, BRIGHT[i % 5] ?? MARIGOLD)) +
    track(c, y) +
    bunting(-20, w * 0.52, h * 0.1, 90) +
    bunting(w * 0.48, w + 20, h * 0.1, 90) +
    times(5, (i) =>
      figure(player(r, 'run', BRIGHT[i] ?? MARIGOLD), w * r.between(0.14, 0.86), y + (i + 0.86) * lane, 1.35 + i * 0.14),
    )
  );
}

/** A match on the field: football, cricket or basketball by chance. */
export function match(c: Canvas, game: 'football' | 'cricket' | 'basketball'): Svg {
  const { w, h, r, p } = c;
  const y = h * 0.5;
  const [ours, theirs] = r.shuffle(BRIGHT) as [string, string];
  const mown = times(6, (i) =>
    i % 2
      ? ''
      : faded(
          0.3,
          shape(
            [
              [w * (i / 6), h],
              [w * ((i + 1) / 6), h],
              [w * (0.3 + (i + 1) / 15), y],
              [w * (0.3 + i / 15), y],
            ],
            p.leaf,
          ),
        ),
  );
  const goal =
    stroke(`M${w * 0.36} ${y + 60}v-130h${w * 0.28}v130`, WHITE, 9) +
    faded(
      0.5,
      times(9, (i) => line([w * 0.36 + i * w * 0.035, y - 70], [w * 0.36 + i * w * 0.035, y + 56], WHITE, 2)) +
        times(5, (i) => line([w * 0.36, y - 60 + i * 26], [w * 0.64, y - 60 + i * 26], WHITE, 2)),
    );
  const ball = (x: number, by: number, s: number): Svg =>
    oval(x, by + s, s * 1.1, s * 0.3, 'rgba(0,0,0,.18)') +
    (game === 'basketball'
      ? disc(x, by, s, '#d9762f') + stroke(`M${x - s} ${by}h${2 * s}M${x} ${by - s}v${2 * s}`, INK, 2)
      : game === 'cricket'
        ? disc(x, by, s * 0.5, '#a8322f')
        : disc(x, by, s, WHITE) + disc(x, by, s * 0.4, INK));
  const hoop =
    rect(w * 0.78, y - 190, 12, 260, STEEL) +
    rect(w * 0.78 - 92, y - 250, 110, 76, WHITE, 4) +
    rect(w * 0.78 - 62, y - 226, 50, 34, '#c2563b') +
    rect(w * 0.78 - 58, y - 222, 42, 26, WHITE) +
    oval(w * 0.78 - 52, y - 176, 32, 7, '#c2563b');
  const stumps = (x: number, sy: number, s: number): Svg =>
    at(
      x,
      sy,
      s,
      times(3, (i) => rect(-12 + i * 10, -50, 4, 50, WOOD)),
    );
  const extra =
    game === 'football'
      ? goal
      : game === 'basketball'
        ? hoop
        : faded(
            0.9,
            shape(
              [
                [w * 0.42, y + 40],
                [w * 0.58, y + 40],
                [w * 0.68, h],
                [w * 0.32, h],
              ],
              '#d8bf8c',
            ),
          ) +
          stumps(w * 0.5, y + 66, 1) +
          stumps(w * 0.5, h * 0.92, 1.8);
  return (
    outdoors(c, h * 0.4) +
    times(7, (i) => tree((i + r.between(0.1, 0.9)) * (w / 7), h * 0.46, r.between(0.7, 1.25), c)) +
    rect(0, y - h * 0.04, w, h, game === 'basketball' ? '#6f94a0' : p.ground) +
    (game === 'basketball'
      ? stroke(`M${w * 0.1} ${h * 0.94}L${w * 0.25} ${y + 30}H${w * 0.86}L${w * 0.96} ${h * 0.94}Z`, WHITE, 6)
      : mown) +
    extra +
    times(3, () =>
      figure(
        player(r, r.pick(['run', 'walk', 'cheer']), theirs),
        w * r.between(0.12, 0.88),
        h * r.between(0.6, 0.68),
        1.15,
        r.chance(0.5),
      ),
    ) +
    times(2, (i) =>
      figure(
        player(r, i ? 'wave' : 'run', ours),
        w * (0.2 + i * 0.5 + r.between(0, 0.12)),
        h * r.between(0.82, 0.9),
        1.9,
        r.chance(0.5),
      ),
    ) +
    figure(player(r, game === 'basketball' ? 'cheer' : 'run', ours), w * r.between(0.44, 0.52), h * 0.93, 2.1) +
    ball(w * 0.6, game === 'basketball' ? h * 0.56 : h * 0.92, 20)
  );
}

/** The little ones' corner: slide, swings, sand. */
export function playground(c: Canvas): Svg {
  const { w, h, r, p } = c;
  const y = h * 0.72;
  const swing = (x: number): Svg =>
    line([x, y - 204], [x, y - 74], INK, 3) +
    line([x + 54, y - 204], [x + 54, y - 74], INK, 3) +
    rect(x - 6, y - 78, 66, 8, BRIGHT[0], 3) +
    figure(player(r, 'sit', r.pick(BRIGHT)), x + 27, y - 40, 1);
  return (
    outdoors(c, h * 0.5) +
    tree(w * 0.07, h * 0.62, 1.7, c) +
    tree(w * 0.93, h * 0.6, 1.8, c) +
    school(w * 0.5, h * 0.55, 0.55) +
    rect(0, h * 0.55, w, h, p.ground) +
    oval(w * 0.52, h * 0.86, w * 0.44, h * 0.13, p.path) +
    stroke(
      `M${w * 0.52} ${y + 10}L${w * 0.56} ${y - 210}H${w * 0.86}L${w * 0.9} ${y + 10}M${w * 0.56} ${y - 210}L${w * 0.6} ${y + 10}M${w * 0.86} ${y - 210}L${w * 0.82} ${y + 10}`,
      BRIGHT[2],
      11,
    ) +
    swing(w * 0.62) +
    swing(w * 0.735) +
    line([w * 0.13, y + 30], [w * 0.13, y - 150], BRIGHT[1], 11) +
    line([w * 0.2, y + 30], [w * 0.2, y - 150], BRIGHT[1], 11) +
    times(5, (i) => line([w * 0.13, y - 4 - i * 32], [w * 0.2, y - 4 - i * 32], WHITE, 7)) +
    rect(w * 0.12, y - 160, w * 0.12, 14, BRIGHT[3], 5) +
    blob(
      `M${w * 0.22} ${y - 158}h${w * 0.03}Q${w * 0.33} ${y - 20} ${w * 0.43} ${y + 14}v20Q${w * 0.29} ${y + 20} ${w * 0.22} ${y - 140}Z`,
      BRIGHT[0],
    ) +
    figure(player(r, 'cheer', BRIGHT[4]), w * 0.17, y - 158, 0.95) +
    row(r, 4, w * 0.28, w * 0.72, h * 0.9, 1.25, (i) =>
      player(r, r.pick(['cheer', 'run', 'sit', 'wave']), BRIGHT[i] ?? MARIGOLD),
    ) +
    disc(w * 0.5, h * 0.93, 18, BRIGHT[0])
  );
}
