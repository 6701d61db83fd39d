import { BRIGHT, DEEP, GREEN, INK, MARIGOLD, PALETTES, PAPER, WHITE } from './palette.ts';
import { bunting, school } from './props.ts';
import type { Random } from './random.ts';
import { disc, faded, label, picture, rect, type Svg, times } from './shapes.ts';

const SCHOOL = 'HILL TOP SCHOOL, JAMUNAPUR';

/** A transfer certificate as it comes out of the scanner. */
export function certificate(holder: string, admission: string): Svg {
  const rows = [
    ['Name of the student', holder],
    ['Admission number', admission],
    ['Class last attended', 'X'],
    ['Conduct', 'Good'],
    ['All dues paid', 'Yes'],
    ['Reason for leaving', "Parents' request"],
  ] as const;
  return picture(
    840,
    1188,
    rect(0, 0, 840, 1188, PAPER) +
      `<rect x="36" y="36" width="768" height="1116" fill="none" stroke="${GREEN}" stroke-width="6"/><rect x="50" y="50" width="740" height="1088" fill="none" stroke="${MARIGOLD}" stroke-width="2"/>` +
      disc(420, 150, 56, GREEN) +
      label(420, 162, 34, 'HTSJ', PAPER) +
      label(420, 262, 30, SCHOOL, DEEP) +
      label(420, 326, 38, 'TRANSFER CERTIFICATE', INK) +
      times(rows.length, (i) => {
        const y = 430 + i * 84;
        return (
          label(100, y, 22, rows[i]?.[0] ?? '', '#5d6b64', 'start') +
          label(430, y, 24, rows[i]?.[1] ?? '', INK, 'start') +
          rect(100, y + 22, 640, 2, '#cbbf9f')
        );
      }) +
      label(420, 980, 20, 'Sample, not a valid document', '#a53c36') +
      rect(520, 1060, 200, 2, INK) +
      label(620, 1090, 20, 'Principal', INK) +
      faded(0.5, disc(190, 1050, 52, '#b9c8bd')),
  );
}

/** A poster: a title over the school, with bunting. */
export function poster(r: Random, title: string, line: string): Svg {
  const colour = r.pick([GREEN, '#8a2f45', '#35507e']);
  return picture(
    800,
    1000,
    rect(0, 0, 800, 1000, colour) +
      faded(
        0.3,
        times(30, () => disc(r.between(0, 800), r.between(0, 560), r.between(4, 16), r.pick(BRIGHT))),
      ) +
      bunting(-10, 400, 40, 90) +
      bunting(400, 810, 40, 90) +
      label(400, 270, 66, title, WHITE) +
      label(400, 340, 32, line, '#f6dc9a') +
      disc(400, 720, 300, PALETTES.dusk.sun) +
      school(400, 880, 1.1) +
      rect(0, 876, 800, 124, PALETTES.dusk.ground) +
      label(400, 952, 28, SCHOOL, DEEP),
  );
}
