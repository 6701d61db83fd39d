import { figure, type Person, type Pose } from './figure.ts';
import { BRIGHT, GREEN, WHITE } from './palette.ts';
import type { Random } from './random.ts';
import type { Svg } from './shapes.ts';

const SKINS = ['#c98d5e', '#b67a4c', '#dba678', '#9c663f', '#e3b58c'] as const;
const HAIRS = ['#241c1a', '#2f231d', '#3a2a20'] as const;

/** A pupil in the school's uniform: white shirt, green skirt or trousers, tie. */
export function pupil(r: Random, pose: Pose, change: Partial<Person> = {}): Person {
  const girl = r.chance(0.5);
  return {
    skin: r.pick(SKINS),
    hair: r.pick(HAIRS),
    style: girl ? r.pick(['long', 'plaits', 'bun', 'plaits']) : r.chance(0.08) ? 'turban' : 'short',
    top: WHITE,
    bottom: GREEN,
    dress: girl ? 'skirt' : 'trousers',
    tie: r.chance(0.9) ? '#b5483f' : GREEN,
    pose,
    ...change,
  };
}

/** A pupil in the games kit of one of the houses. */
export function player(r: Random, pose: Pose, colour: string, change: Partial<Person> = {}): Person {
  const { tie: _, ...plain } = pupil(r, pose, { top: colour, bottom: '#f1ece0', dress: 'shorts' });
  return { ...plain, ...change };
}

/** A teacher: saree, or shirt and trousers. */
export function teacher(r: Random, pose: Pose, change: Partial<Person> = {}): Person {
  const lady = r.chance(0.6);
  const cloth = r.pick(['#a8443f', '#2f6f7e', '#7c4a86', '#c0802c', '#3f7a53']);
  return {
    skin: r.pick(SKINS),
    hair: r.chance(0.25) ? '#7d7771' : r.pick(HAIRS),
    style: lady ? r.pick(['bun', 'long']) : 'short',
    top: lady ? cloth : r.pick(['#dfe8ea', '#cfdcc8', '#f0dfc0']),
    bottom: lady ? r.pick(['#e2b04e', '#c9665a', '#4f8f86', '#d8a5a0']) : '#3c4650',
    dress: lady ? 'saree' : 'trousers',
    pose,
    ...change,
  };
}

/** A dancer in costume. */
export function dancer(r: Random, pose: Pose = 'dance'): Person {
  const { tie: _, ...plain } = pupil(r, pose, { style: 'bun', top: r.pick(BRIGHT), bottom: r.pick(BRIGHT), dress: 'gown' });
  return plain;
}

/** `count` figures along a line, a little out of step with each other. */
export function row(
  r: Random,
  count: number,
  from: number,
  to: number,
  y: number,
  scale: number,
  person: (index: number) => Person,
): Svg {
  const step = count > 1 ? (to - from) / (count - 1) : 0;
  return Array.from({ length: count }, (_, index) =>
    figure(
      person(index),
      from + index * step + r.between(-4, 4) * scale,
      y + r.between(-3, 3) * scale,
      scale * r.between(0.92, 1.06),
      r.chance(0.5),
    ),
  ).join('');
}
