import { player } from '../cast.ts';
import { figure } from '../figure.ts';
import { BRIGHT, INK, MARIGOLD, STEEL, WHITE } from '../palette.ts';
import { type Canvas, outdoors } from '../places.ts';
import { bush, tree } from '../props.ts';
import { at, blob, disc, rect, type Svg, shape, times } from '../shapes.ts';

/** An excursion: children with rucksacks on a path into the hills, the bus waiting. */
export function excursion(c: Canvas): Svg {
  const { w, h, r, p } = c;
  const peak = (x: number, top: number, half: number, fill: string): Svg =>
    shape(
      [
        [x - half, h * 0.62],
        [x, top],
        [x + half, h * 0.62],
      ],
      fill,
    ) +
    shape(
      [
        [x - half * 0.22, top + (h * 0.62 - top) * 0.22],
        [x, top],
        [x + half * 0.22, top + (h * 0.62 - top) * 0.22],
        [x + half * 0.06, top + (h * 0.62 - top) * 0.16],
        [x - half * 0.08, top + (h * 0.62 - top) * 0.26],
      ],
      WHITE,
    );
  const bus = at(
    w * r.between(0.7, 0.8),
    h * 0.72,
    1.25,
    rect(-130, -104, 250, 84, MARIGOLD, 14) +
      times(4, (i) => rect(-116 + i * 50, -92, 40, 30, '#cfe4e6', 5)) +
      rect(86, -92, 28, 46, '#cfe4e6', 5) +
      rect(-130, -50, 250, 8, INK) +
      disc(-76, -18, 19, INK) +
      disc(-76, -18, 8, STEEL) +
      disc(70, -18, 19, INK) +
      disc(70, -18, 8, STEEL),
  );
  const rucksack = (x: number, y: number, s: number, i: number): Svg =>
    figure(player(r, 'walk', BRIGHT[(i + 1) % 5] ?? MARIGOLD), x, y, s) +
    at(
      x - 13 * s,
      y - 72 * s,
      s,
      rect(-10, 0, 16, 30, BRIGHT[i % 5] ?? MARIGOLD, 6) + rect(-8, 12, 12, 12, 'rgba(0,0,0,.18)', 3),
    );
  return (
    outdoors(c, h * 0.5) +
    peak(w * r.between(0.2, 0.35), h * 0.16, w * 0.3, p.far) +
    peak(w * r.between(0.55, 0.75), h * r.between(0.1, 0.2), w * 0.36, p.near) +
    blob(`M0 ${h * 0.58}Q${w * 0.3} ${h * 0.5} ${w * 0.55} ${h * 0.6}T${w} ${h * 0.56}V${h}H0Z`, p.leaf) +
    times(9, (i) => tree((i + r.between(0, 0.9)) * (w / 9), h * r.between(0.6, 0.66), r.between(0.6, 1), c)) +
    blob(`M0 ${h * 0.68}Q${w * 0.4} ${h * 0.6} ${w} ${h * 0.7}V${h}H0Z`, p.ground) +
    blob(`M0 ${h * 0.97}Q${w * 0.4} ${h * 0.8} ${w} ${h * 0.74}v40Q${w * 0.5} ${h * 0.88} ${w * 0.3} ${h}H0Z`, p.path) +
    bus +
    times(5, (i) => rucksack(w * (0.1 + i * 0.125), h * (0.97 - i * 0.028), 1.7 - i * 0.16, i)) +
    bush(w * 0.9, h * 0.95, 1.6, c)
  );
}

/** Only land and light: what the camera sees on an excursion. */
export function landscape(c: Canvas): Svg {
  const { w, h, r, p } = c;
  const river = blob(
    `M${w * 0.52} ${h * 0.56}Q${w * 0.4} ${h * 0.66} ${w * 0.58} ${h * 0.76}T${w * 0.3} ${h}H${w * 0.72}Q${w * 0.8} ${h * 0.86} ${w * 0.66} ${h * 0.74}T${w * 0.56} ${h * 0.56}Z`,
    '#8fc3cf',
  );
  return (
    outdoors(c, h * 0.52) +
    times(3, (i) =>
      blob(
        `M0 ${h * (0.5 + i * 0.06)}Q${w * r.between(0.2, 0.4)} ${h * (0.36 + i * 0.06)} ${w * 0.6} ${h * (0.52 + i * 0.05)}T${w} ${h * (0.5 + i * 0.06)}V${h}H0Z`,
        [p.far, p.near, p.ground][i] ?? p.ground,
      ),
    ) +
    river +
    times(7, () => {
      const x = r.between(0, w);
      return Math.abs(x - w * 0.54) < w * 0.12 ? '' : tree(x, h * r.between(0.62, 0.74), r.between(0.6, 1), c);
    }) +
    tree(w * 0.06, h * 0.96, 2.2, c) +
    tree(w * 0.95, h * 0.98, 2.1, c) +
    times(4, (i) => bush(w * (0.2 + i * 0.22), h * 0.97, 1.1, c))
  );
}
