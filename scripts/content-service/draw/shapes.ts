/** SVG pieces as text. Numbers are rounded to a tenth: finer detail only makes files larger. */
export type Svg = string;
export type Point = readonly [x: number, y: number];

const n = (value: number): string => String(Math.round(value * 10) / 10);
const points = (list: readonly Point[]): string => list.map(([x, y]) => `${n(x)},${n(y)}`).join(' ');

export function rect(x: number, y: number, w: number, h: number, fill: string, round = 0): Svg {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, w))}" height="${n(Math.max(0, h))}" rx="${n(round)}" fill="${fill}"/>`;
}

export function disc(x: number, y: number, r: number, fill: string): Svg {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"/>`;
}

export function oval(x: number, y: number, rx: number, ry: number, fill: string): Svg {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"/>`;
}

export function shape(list: readonly Point[], fill: string): Svg {
  return `<polygon points="${points(list)}" fill="${fill}"/>`;
}

/** A filled outline from SVG path commands. */
export function blob(commands: string, fill: string): Svg {
  return `<path d="${commands}" fill="${fill}"/>`;
}

/** A stroked outline with round ends. */
export function stroke(commands: string, colour: string, width: number): Svg {
  return `<path d="${commands}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function line(from: Point, to: Point, colour: string, width: number): Svg {
  return stroke(`M${n(from[0])} ${n(from[1])}L${n(to[0])} ${n(to[1])}`, colour, width);
}

/** A bent line: a limb, a rope, a string of flags. */
export function curve(from: Point, bend: Point, to: Point, colour: string, width: number): Svg {
  return stroke(`M${n(from[0])} ${n(from[1])}Q${n(bend[0])} ${n(bend[1])} ${n(to[0])} ${n(to[1])}`, colour, width);
}

export function at(x: number, y: number, scale: number, content: Svg, mirrored = false): Svg {
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${mirrored ? -scale : scale} ${scale})">${content}</g>`;
}

export function turned(x: number, y: number, degrees: number, content: Svg): Svg {
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(degrees)})">${content}</g>`;
}

export function faded(opacity: number, content: Svg): Svg {
  return `<g opacity="${opacity}">${content}</g>`;
}

export function label(x: number, y: number, size: number, words: string, fill: string, anchor = 'middle'): Svg {
  return `<text x="${n(x)}" y="${n(y)}" font-family="DejaVu Sans, sans-serif" font-weight="700" font-size="${n(size)}" text-anchor="${anchor}" fill="${fill}">${words}</text>`;
}

/** `count` pieces drawn one after the other. */
export function times(count: number, draw: (index: number) => Svg): Svg {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/** A whole picture of `w` by `h` units. */
export function picture(w: number, h: number, content: Svg): Svg {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n(w)} ${n(h)}" width="${n(w)}" height="${n(h)}">${content}</svg>`;
}
