/** Colours of one picture. The school's green, paper and marigold stand in every one of them. */
export interface Palette {
  readonly skyTop: string;
  readonly skyLow: string;
  readonly sun: string;
  readonly far: string;
  readonly near: string;
  readonly ground: string;
  readonly path: string;
  readonly leaf: string;
  readonly leafDark: string;
  readonly wall: string;
  readonly wallLow: string;
  readonly floor: string;
  readonly curtain: string;
  readonly accent: string;
}

export const GREEN = '#17503a';
export const DEEP = '#0f3527';
export const PAPER = '#f7f0e1';
export const MARIGOLD = '#e39a2d';
export const BRICK = '#c2563b';
export const INK = '#26332d';
export const WHITE = '#fffdf7';
export const WOOD = '#9a6a3c';
export const WOOD_DARK = '#74492a';
export const STEEL = '#9fb0ae';

/** The four houses' colours, also used for bunting, kites and costumes. */
export const BRIGHT = ['#d8583f', '#e8a93a', '#2f7fa3', '#3f9a63', '#8b5aa8'] as const;

const morning: Palette = {
  skyTop: '#bfe0e2',
  skyLow: '#f9ecd2',
  sun: '#fbd98a',
  far: '#a5c5b4',
  near: '#6fa483',
  ground: '#8dbb6c',
  path: '#e6cf9f',
  leaf: '#4f9560',
  leafDark: '#2f7249',
  wall: '#f3e6c8',
  wallLow: '#d9e3cb',
  floor: '#d9b98a',
  curtain: '#a53c36',
  accent: MARIGOLD,
};
const noon: Palette = {
  skyTop: '#8ccbe6',
  skyLow: '#e3f3f0',
  sun: '#fff0bd',
  far: '#8fbcc0',
  near: '#5f9f88',
  ground: '#79b35f',
  path: '#dcc596',
  leaf: '#3f8f55',
  leafDark: '#25693f',
  wall: '#e6eee4',
  wallLow: '#b9d3c4',
  floor: '#cfae80',
  curtain: '#8a2f45',
  accent: BRICK,
};
const dusk: Palette = {
  skyTop: '#e8a77c',
  skyLow: '#fbe3bd',
  sun: '#f7c25c',
  far: '#b58f86',
  near: '#7c8a68',
  ground: '#9aa85d',
  path: '#e2bf8a',
  leaf: '#6d8f4a',
  leafDark: '#4a6e3a',
  wall: '#f6ddbb',
  wallLow: '#e6bf94',
  floor: '#b98a5a',
  curtain: '#6e2c4f',
  accent: '#c4473a',
};
const monsoon: Palette = {
  skyTop: '#9fb8bf',
  skyLow: '#dfe8e0',
  sun: '#eef0dc',
  far: '#7fa39b',
  near: '#4d8a6a',
  ground: '#5fa152',
  path: '#c3b48c',
  leaf: '#2f8150',
  leafDark: '#1c5c3b',
  wall: '#dfe5d8',
  wallLow: '#a9c4b4',
  floor: '#b79f78',
  curtain: '#2c5670',
  accent: '#d9822b',
};
const winter: Palette = {
  skyTop: '#c9d9ea',
  skyLow: '#fdf3e4',
  sun: '#fbe6b4',
  far: '#a9b6cb',
  near: '#8aa58c',
  ground: '#b3bd7c',
  path: '#ead7b0',
  leaf: '#7c9c58',
  leafDark: '#587a45',
  wall: '#f7ead6',
  wallLow: '#cfd8e0',
  floor: '#c9a57a',
  curtain: '#35507e',
  accent: '#b5483f',
};

export const PALETTES = { morning, noon, dusk, monsoon, winter } as const;
export type PaletteName = keyof typeof PALETTES;
export const PALETTE_NAMES = ['morning', 'noon', 'dusk', 'monsoon', 'winter'] as const satisfies readonly PaletteName[];
