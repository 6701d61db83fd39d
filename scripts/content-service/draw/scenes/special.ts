import { pupil } from '../cast.ts';
import { figure } from '../figure.ts';
import { BRICK, BRIGHT, DEEP, GREEN, INK, MARIGOLD, PAPER, STEEL, WHITE, WOOD, WOOD_DARK } from '../palette.ts';
import { board, type Canvas, outdoors, room } from '../places.ts';
import { bunting, school, tree } from '../props.ts';
import { at, blob, disc, faded, label, line, rect, type Svg, shape, stroke, times, turned } from '../shapes.ts';

/** A shelf seen from near, with paper slips between the pages. */
export function slips(c: Canvas): Svg {
  const { w, h, r } = c;
  const spines: readonly [string, ...string[]] = [...BRIGHT, GREEN, BRICK, '#d9c79a', '#7a3f34', DEEP];
  const shelf = (base: number): Svg => {
    let x = 24;
    let out = rect(0, base - 236, w, 236, '#4d2f1b');
    while (x < w - 60) {
      const bw = r.between(34, 74);
      const bh = r.between(150, 214);
      const lean = r.chance(0.1) ? -7 : 0;
      const fill = r.pick(spines);
      const slip = r.chance(0.4)
        ? rect(bw * r.between(0.25, 0.6), -bh - r.between(18, 34), 11, 60, r.pick([WHITE, '#f6dc8a', '#f2b8a6']))
        : '';
      out += turned(
        x,
        base,
        lean,
        slip +
          rect(0, -bh, bw, bh, fill, 3) +
          rect(0, -bh + 22, bw, 7, 'rgba(255,255,255,.5)') +
          rect(0, -40, bw, 7, 'rgba(255,255,255,.35)') +
          rect(bw * 0.25, -bh * 0.66, bw * 0.5, 46, 'rgba(255,255,255,.25)', 3),
      );
      x += bw + (lean ? 24 : 2);
    }
    return out + rect(0, base, w, 26, WOOD) + rect(0, base + 26, w, 8, WOOD_DARK);
  };
  return (
    rect(0, 0, w, h, WOOD_DARK) +
    times(3, (i) => shelf(246 + i * 270)) +
    turned(
      w * 0.62,
      522,
      0,
      rect(-70, -22, 150, 22, BRICK, 3) +
        rect(-58, -44, 130, 22, PAPER, 3) +
        turned(
          0,
          -58,
          -6,
          rect(-40, -12, 80, 48, WHITE) + times(3, (i) => rect(-30, -4 + i * 12, 40 + ((i * 23) % 24), 4, STEEL)),
        ),
    )
  );
}

/** The road from the school down to the town. */
export function road(c: Canvas): Svg {
  const { w, h, r, p } = c;
  const house = (x: number, y: number, s: number, i: number): Svg =>
    at(
      x,
      y,
      s,
      rect(-30, -44, 60, 44, [PAPER, '#ecc9a0', '#cfdcc8', '#f0dfc0'][i % 4] ?? PAPER) +
        shape(
          [
            [-36, -44],
            [36, -44],
            [0, -74],
          ],
          i % 3 ? BRICK : '#7c8f8a',
        ) +
        rect(-8, -24, 16, 24, WOOD_DARK) +
        rect(-24, -34, 11, 12, '#7fa3a8') +
        rect(13, -34, 11, 12, '#7fa3a8'),
    );
  return (
    outdoors(c, h * 0.4) +
    times(12, (i) => house(w * 0.3 + ((i * 83) % (w * 0.46)), h * (0.5 + ((i * 37) % 60) / 700), 0.8, i)) +
    blob(`M0 ${h * 0.5}Q${w * 0.3} ${h * 0.56} ${w * 0.5} ${h * 0.62}T${w} ${h * 0.56}V${h}H0Z`, p.ground) +
    blob(
      `M${w * 0.5} ${h * 0.6}Q${w * 0.7} ${h * 0.66} ${w * 0.46} ${h * 0.74}T${w * 0.3} ${h}H${w * 0.66}Q${w * 0.5} ${h * 0.84} ${w * 0.66} ${h * 0.75}T${w * 0.53} ${h * 0.6}Z`,
      '#b9b3a2',
    ) +
    faded(0.8, stroke(`M${w * 0.52} ${h * 0.62}Q${w * 0.68} ${h * 0.67} ${w * 0.55} ${h * 0.745}T${w * 0.48} ${h}`, WHITE, 5)) +
    at(w * 0.13, h * 0.62, 0.5, school(0, 0, 1)) +
    times(6, (i) => tree(w * (0.02 + i * 0.05), h * r.between(0.66, 0.9), r.between(0.9, 1.5), c)) +
    times(4, (i) => tree(w * (0.78 + i * 0.065), h * r.between(0.7, 0.95), r.between(1.2, 1.9), c)) +
    figure(pupil(r, 'walk', { back: true }), w * 0.46, h * 0.93, 1.7) +
    figure(pupil(r, 'walk', { back: true }), w * 0.53, h * 0.91, 1.6)
  );
}

/** What stands where something is still being made. */
export function comingSoon(c: Canvas): Svg {
  const { w, h, r } = c;
  return (
    room(c, h * 0.62, 0) +
    bunting(-10, w / 2, 60, 100) +
    bunting(w / 2, w + 10, 60, 100) +
    board(w * 0.2, h * 0.2, w * 0.6, h * 0.36) +
    label(w / 2, h * 0.4, 86, 'Coming soon', WHITE) +
    stroke(`M${w * 0.32} ${h * 0.46}q60 -20 120 0t120 0t120 0`, MARIGOLD, 7) +
    at(
      w * 0.14,
      h * 0.9,
      1.5,
      line([-40, 0], [-12, -170], WOOD_DARK, 7) +
        line([40, 0], [12, -170], WOOD_DARK, 7) +
        times(6, (i) => line([-34 + i * 4.6, -24 - i * 26], [34 - i * 4.6, -24 - i * 26], WOOD, 6)),
    ) +
    figure(pupil(r, 'point'), w * 0.3, h * 0.93, 2.4) +
    figure(pupil(r, 'hold'), w * 0.72, h * 0.93, 2.4, true) +
    at(
      w * 0.86,
      h * 0.94,
      1.5,
      rect(-34, -54, 68, 54, GREEN, 5) +
        rect(-40, -62, 80, 12, MARIGOLD, 3) +
        turned(-12, -64, -14, rect(-5, -60, 10, 60, BRICK, 3)) +
        turned(14, -64, 10, rect(-5, -70, 10, 70, WOOD, 3)) +
        disc(-26, -122, 12, BRIGHT[2]),
    )
  );
}

function screenFrame({ w, h }: Canvas, title: string, content: Svg): Svg {
  const menu = ['Home', 'Attendance', 'Homework', 'Marks', 'Fees', 'Messages', 'Transport'];
  return (
    rect(0, 0, w, h, '#dfe6dc') +
    rect(40, 40, w - 80, h - 80, WHITE, 18) +
    rect(40, 40, 230, h - 80, DEEP, 18) +
    rect(240, 40, 30, h - 80, DEEP) +
    disc(96, 100, 26, MARIGOLD) +
    label(138, 110, 26, 'HTSJ', PAPER, 'start') +
    times(
      menu.length,
      (i) =>
        (menu[i] === title ? rect(56, 154 + i * 66, 198, 48, GREEN, 10) : '') +
        disc(86, 178 + i * 66, 9, BRIGHT[i % 5] ?? MARIGOLD) +
        label(112, 186 + i * 66, 21, menu[i] ?? '', PAPER, 'start'),
    ) +
    label(310, 112, 34, title, INK, 'start') +
    rect(w - 330, 76, 180, 44, '#eef1ea', 22) +
    disc(w - 100, 98, 24, BRICK) +
    content
  );
}

/** The ERP's first screen: today's figures. */
export function dashboard(c: Canvas): Svg {
  const { w, h } = c;
  const cw = (w - 380) / 3;
  const tile = (i: number, name: string, value: string): Svg =>
    rect(310 + i * (cw + 10), 150, cw - 10, 140, '#f4f1e6', 14) +
    rect(310 + i * (cw + 10), 150, 9, 140, BRIGHT[(i + 1) % 5] ?? GREEN, 4) +
    label(338 + i * (cw + 10), 192, 20, name, '#5d6b64', 'start') +
    label(338 + i * (cw + 10), 258, 46, value, INK, 'start');
  return screenFrame(
    c,
    'Home',
    tile(0, 'Present today', '96%') +
      tile(1, 'Homework', '12') +
      tile(2, 'Messages', '4') +
      rect(310, 320, w * 0.42, h - 400, '#f4f1e6', 14) +
      times(6, (i) => {
        const bh = [120, 180, 150, 230, 200, 260][i] ?? 100;
        return rect(340 + i * w * 0.064, h - 120 - bh, w * 0.04, bh, i === 5 ? MARIGOLD : GREEN, 6);
      }) +
      rect(340, h - 118, w * 0.37, 4, STEEL) +
      rect(330 + w * 0.42, 320, w * 0.58 - 410, h - 400, '#f4f1e6', 14) +
      `<circle cx="${w * 0.71 + 125}" cy="${h * 0.64}" r="90" fill="none" stroke="${GREEN}" stroke-width="44"/><circle cx="${w * 0.71 + 125}" cy="${h * 0.64}" r="90" fill="none" stroke="${MARIGOLD}" stroke-width="44" stroke-dasharray="150 600"/>`,
  );
}

/** The attendance register of a class. */
export function register(c: Canvas): Svg {
  const { w } = c;
  const cell = (w - 690) / 12;
  return screenFrame(
    c,
    'Attendance',
    times(
      9,
      (i) =>
        rect(310, 158 + i * 62, w - 380, 52, i % 2 ? '#f4f1e6' : '#fbf9f2', 8) +
        disc(340, 184 + i * 62, 15, BRIGHT[i % 5] ?? GREEN) +
        rect(372, 178 + i * 62, 90 + ((i * 47) % 90), 12, '#7b8a82', 6) +
        times(12, (k) => {
          const away = (i * 7 + k * 5) % 23 === 3;
          return rect(620 + k * cell, 168 + i * 62, cell - 12, 32, away ? BRICK : k === 6 ? '#dcd9cc' : '#5ea67c', 8);
        }),
    ),
  );
}

/** The fee account of a student. */
export function account(c: Canvas): Svg {
  const { w, h } = c;
  const months = ['April', 'May', 'June', 'July', 'August', 'September'];
  return screenFrame(
    c,
    'Fees',
    rect(310, 150, w - 380, 120, GREEN, 16) +
      label(344, 200, 24, 'Due this month', '#d9e8dd', 'start') +
      label(344, 248, 42, 'Rs. 0', WHITE, 'start') +
      rect(w - 300, 184, 190, 54, MARIGOLD, 27) +
      label(w - 205, 220, 24, 'Receipts', INK) +
      times(
        months.length,
        (i) =>
          rect(310, 296 + i * 68, w - 380, 56, '#f4f1e6', 10) +
          label(340, 333 + i * 68, 24, months[i] ?? '', INK, 'start') +
          rect(560, 318 + i * 68, 150 + ((i * 31) % 60), 12, '#a9b5ae', 6) +
          rect(w - 380, 308 + i * 68, 110, 32, '#cfe6d6', 16) +
          label(w - 325, 331 + i * 68, 19, 'Paid', GREEN) +
          stroke(`M${w - 190} ${324 + i * 68}l10 10l20 -22`, GREEN, 6),
      ) +
      rect(40, h - 42, 10, 2, WHITE),
  );
}
