import type { MantineColorsTuple } from '@mantine/core';

/** What is done: buttons, links, what is chosen. */
const grape: MantineColorsTuple = [
  '#f8f2fd',
  '#ecdff7',
  '#d9bdee',
  '#c498e4',
  '#b278dc',
  '#a664d7',
  '#9446c6',
  '#7d33ad',
  '#6b2a95',
  '#52207a',
];

/** What is known, and what is right. */
const leaf: MantineColorsTuple = [
  '#e6feea',
  '#cdf8d5',
  '#a8edb6',
  '#82dc97',
  '#61c77b',
  '#41b062',
  '#12873f',
  '#057333',
  '#045f29',
  '#02461d',
];

/** What is being learnt, and what wants care. */
const honey: MantineColorsTuple = [
  '#fff6e6',
  '#fee8c4',
  '#fed18b',
  '#f4b85a',
  '#e39f2c',
  '#ca8706',
  '#9a6402',
  '#845303',
  '#6e4303',
  '#533001',
];

/** What is new, and what is said in passing. */
const sky: MantineColorsTuple = [
  '#f0f8fe',
  '#daeefe',
  '#b5dffe',
  '#86cdff',
  '#5ab8f5',
  '#39a0df',
  '#0279b2',
  '#016697',
  '#02547d',
  '#023d5d',
];

/** What was forgotten: no reproach, so not the red of errors. */
const rose: MantineColorsTuple = [
  '#fef4f6',
  '#ffe3e9',
  '#fec8d5',
  '#fea7bd',
  '#fd80a2',
  '#e86089',
  '#bc3e68',
  '#a32d54',
  '#872344',
  '#651731',
];

/** What failed, is wrong or cannot be undone. */
const red: MantineColorsTuple = [
  '#fff4f3',
  '#ffe4e1',
  '#fecbc6',
  '#feaba4',
  '#ff847d',
  '#fa5654',
  '#c82e32',
  '#ae1b24',
  '#93111a',
  '#6e0810',
];

/** As warm as the paper. */
const gray: MantineColorsTuple = [
  '#faf8f6',
  '#f4f1ee',
  '#eae6e3',
  '#ddd7d5',
  '#cac3c3',
  '#a9a1a5',
  '#716973',
  '#595160',
  '#3d3647',
  '#221d2a',
];

/** From text to ground. 8, 7 and 6 are the three depths of the dark scheme. */
const dark: MantineColorsTuple = [
  '#dcd7e2',
  '#bfb8c9',
  '#a59db2',
  '#756c86',
  '#4b4259',
  '#352e42',
  '#272231',
  '#1d1925',
  '#15121b',
  '#0e0c13',
];

/** Each colour has one meaning. The other names are those that Mantine knows it by. */
export const palette = {
  grape,
  leaf,
  honey,
  sky,
  rose,
  red,
  gray,
  dark,
  teal: leaf,
  green: leaf,
  yellow: honey,
  orange: honey,
  blue: sky,
} as const;

export type ColorName = keyof typeof palette;

/** The shade that carries white text. */
export const FILLED_SHADE = { light: 7, dark: 6 } as const;

/** Of the variant "light": a tint by day, a veil over any depth by night. */
export const LIGHT_VARIANT = {
  light: { ground: 1, hover: 2, text: 8 },
  dark: { veil: 4, share: 0.16, hoverShare: 0.24, text: 3 },
} as const;

/** Three depths: the ground, cards on it, and what lies over both. */
export const DEPTHS = {
  light: { ground: '#fbf9f6', surface: '#ffffff', raised: '#ffffff' },
  dark: { ground: dark[8], surface: dark[7], raised: dark[6] },
} as const;

/** Texts that stand on any depth. */
export const TEXTS = {
  light: { text: dark[8], dimmed: gray[7], placeholder: gray[6], error: red[7], anchor: grape[7] },
  dark: { text: dark[0], dimmed: dark[1], placeholder: dark[2], error: red[3], anchor: grape[3] },
} as const;

/** Bars of charts, and the one that stands out. */
export const CHART = {
  light: { bar: grape[4], marked: grape[7] },
  dark: { bar: grape[5], marked: grape[2] },
} as const;

/** Lightness and chroma of a deck's mark; its hue is the deck's own. */
export const DECK = {
  light: { ground: '0.93 0.06', text: '0.4 0.13', band: '0.72 0.14' },
  dark: { ground: '0.36 0.07', text: '0.9 0.07', band: '0.62 0.13' },
} as const;
