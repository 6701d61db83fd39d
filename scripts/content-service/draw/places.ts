import { pupil, row } from './cast.ts';
import { DEEP, INK, type Palette, WOOD, WOOD_DARK } from './palette.ts';
import { cloud } from './props.ts';
import type { Random } from './random.ts';
import { blob, disc, faded, rect, type Svg, shape, times } from './shapes.ts';

/** What a scene is given: a canvas of `w` by `h` units (800 is the shorter side), variety and colours. */
export interface Canvas {
  readonly w: number;
  readonly h: number;
  readonly r: Random;
  readonly p: Palette;
}

function gradient(name: string, top: string, low: string): Svg {
  return `<linearGradient id="${name}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${low}"/></linearGradient>`;
}

/** Sky with sun and clouds down to the horizon, and ranges of hills. */
export function outdoors({ w, h, r, p }: Canvas, horizon: number): Svg {
  const range = (base: number, height: number, fill: string): Svg => {
    const count = r.whole(3, 5);
    const step = w / count;
    let d = `M0 ${base}`;
    for (let i = 0; i <= count; i += 1) {
      const x = i * step;
      d += `Q${Math.round(x - step / 2)} ${Math.round(base - height * r.between(0.7, 1.5))} ${Math.round(x)} ${Math.round(base - height * r.between(0.2, 0.5))}`;
    }
    return blob(`${d}L${w} ${h}L0 ${h}Z`, fill);
  };
  const sunX = r.between(0.12, 0.88) * w;
  return (
    `<defs>${gradient('sky', p.skyTop, p.skyLow)}</defs>${rect(0, 0, w, horizon + 40, 'url(#sky)')}` +
    faded(0.35, disc(sunX, horizon * 0.3, 92, p.sun)) +
    disc(sunX, horizon * 0.3, 56, p.sun) +
    times(r.whole(2, 4), (i) =>
      cloud(((i + r.between(0.1, 0.8)) * w) / 3.4, r.between(0.1, 0.42) * horizon, r.between(0.7, 1.5)),
    ) +
    range(horizon, 130, p.far) +
    range(horizon + 12, 80, p.near) +
    rect(0, horizon + 4, w, h - horizon, p.ground)
  );
}

/** A room: wall with a lower band, floor, and windows when wanted. Returns the drawing; the floor begins at `floorY`. */
export function room({ w, h, r, p }: Canvas, floorY: number, windows: number): Svg {
  const win = (i: number): Svg => {
    const ww = 150;
    const x = ((i + 0.5) * w) / windows - ww / 2;
    const y = floorY * 0.2;
    return (
      rect(x - 9, y - 9, ww + 18, floorY * 0.42 + 18, '#fffaf0', 6) +
      rect(x, y, ww, floorY * 0.42, p.skyTop) +
      blob(
        `M${x} ${y + floorY * 0.42}v-${50 + r.whole(0, 30)}q${ww / 2} -60 ${ww} 0v${60}z`.replace(
          'v60z',
          `V${y + floorY * 0.42}z`,
        ),
        p.near,
      ) +
      rect(x + ww / 2 - 4, y, 8, floorY * 0.42, '#fffaf0') +
      rect(x, y + floorY * 0.2, ww, 7, '#fffaf0')
    );
  };
  return (
    rect(0, 0, w, h, p.wall) +
    rect(0, floorY * 0.74, w, floorY * 0.26, p.wallLow) +
    rect(0, floorY * 0.74 - 5, w, 8, '#fffaf0') +
    times(windows, win) +
    rect(0, floorY, w, h - floorY, p.floor) +
    faded(
      0.25,
      times(5, (i) => rect(0, floorY + (i + 1) * ((h - floorY) / 5.5), w, 3, WOOD_DARK)),
    )
  );
}

/** A stage with curtains, boards and spotlights. The boards' front edge is at `edge`. */
export function stage({ w, h, p }: Canvas, edge: number, backdrop: string): Svg {
  const fold = (x: number, i: number): Svg => faded(0.25, rect(x + i * 30, 60, 12, edge - 60, INK, 6));
  return (
    rect(0, 0, w, h, '#221c26') +
    rect(60, 40, w - 120, edge - 40, backdrop) +
    faded(
      0.16,
      times(3, (i) =>
        shape(
          [
            [w * (0.25 + i * 0.25) - 20, 60],
            [w * (0.25 + i * 0.25) + 20, 60],
            [w * (0.25 + i * 0.25) + 150, edge],
            [w * (0.25 + i * 0.25) - 150, edge],
          ],
          '#fff3c4',
        ),
      ),
    ) +
    rect(0, edge - 70, w, 70, WOOD) +
    faded(
      0.3,
      times(6, (i) => rect(0, edge - 66 + i * 12, w, 2, WOOD_DARK)),
    ) +
    rect(0, edge, w, 46, WOOD_DARK) +
    blob(`M0 40H150Q120 ${edge * 0.5} 96 ${edge}H0Z`, p.curtain) +
    blob(`M${w} 40H${w - 150}Q${w - 120} ${edge * 0.5} ${w - 96} ${edge}H${w}Z`, p.curtain) +
    times(3, (i) => fold(14, i)) +
    times(3, (i) => fold(w - 86, i)) +
    times(
      Math.ceil(w / 130),
      (i) =>
        blob(`M${i * 130} 0h130v54q-65 56 -130 0z`, p.curtain) +
        faded(0.2, blob(`M${i * 130} 40q65 62 130 0v14q-65 56 -130 0z`, INK)),
    )
  );
}

/** Rows of heads seen from behind along the lower edge: the audience. */
export function audience({ w, h, r }: Canvas, rows: number, size: number): Svg {
  return times(rows, (i) => {
    const y = h + 52 * size - (rows - 1 - i) * 46 * size;
    return row(r, Math.ceil(w / (54 * size)), -10, w + 10, y, size * (1 + i * 0.06), () => pupil(r, 'stand', { back: true }));
  });
}

/** A table or bench, its top's left corner at (x, y). */
export function table(x: number, y: number, w: number, h: number, top: string = WOOD): Svg {
  return rect(x + 10, y + 8, 9, h - 8, WOOD_DARK) + rect(x + w - 19, y + 8, 9, h - 8, WOOD_DARK) + rect(x, y, w, 13, top, 4);
}

/** A green board in a wooden frame. */
export function board(x: number, y: number, w: number, h: number): Svg {
  return rect(x - 10, y - 10, w + 20, h + 20, WOOD, 4) + rect(x, y, w, h, DEEP) + rect(x, y + h + 6, w, 8, WOOD_DARK, 3);
}
