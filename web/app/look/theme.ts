import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

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

export const TEXTS = {
  light: { text: dark[8], dimmed: gray[7], placeholder: gray[6], error: red[7], anchor: grape[7] },
  dark: { text: dark[0], dimmed: dark[1], placeholder: dark[2], error: red[3], anchor: grape[3] },
} as const;

export const CHART = {
  light: { bar: grape[4], marked: grape[7] },
  dark: { bar: grape[5], marked: grape[2] },
} as const;

/** Behind what people have drawn on nothing, so that black lines are seen on it as well as white ones. */
export const PICTURE_GROUND = { light: '#8d8593', dark: gray[6] } as const;

/** Of what can be chosen: the edge alone says where it is. */
export const CONTROL_EDGE = { light: gray[6], dark: dark[3] } as const;

/** Lightness and chroma of a deck's mark; its hue is the deck's own. */
export const DECK = {
  light: { ground: '0.93 0.06', text: '0.4 0.13', band: '0.72 0.14' },
  dark: { ground: '0.36 0.07', text: '0.9 0.07', band: '0.62 0.13' },
} as const;

const fontFamily =
  "'Be Vietnam Pro', 'Be Vietnam Pro Fallback', 'Be Vietnam Pro Fallback Wide', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

export const theme = createTheme({
  colors: palette,
  black: palette.dark[8],
  primaryColor: 'grape',
  primaryShade: FILLED_SHADE,
  fontFamily,
  fontSizes: {
    xs: '0.75rem',
    sm: '0.875rem',
    md: '1rem',
    lg: '1.25rem',
    xl: '1.75rem',
    '2xl': '2.5rem',
    '3xl': '3.5rem',
  },
  headings: {
    fontFamily,
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.25rem', lineHeight: '1.3', fontWeight: '600' },
      h4: { fontSize: '1rem', lineHeight: '1.4', fontWeight: '600' },
      h5: { fontSize: '1rem', lineHeight: '1.4', fontWeight: '600' },
      h6: { fontSize: '0.875rem', lineHeight: '1.4', fontWeight: '600' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // As it is written: capitals alone say nothing more, and Vietnamese marks are hard to read on them.
    Badge: { defaultProps: { tt: 'none' } },
    // The arrow says nothing that the field does not.
    NativeSelect: { defaultProps: { rightSectionProps: { 'aria-hidden': true } } },
    // Within the page's landmark, where a screen reader finds it. Nothing but items is in it.
    Menu: { defaultProps: { portalProps: { target: '#content' }, withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: { centered: true, radius: 'lg' },
      classNames: { content: 'modal', title: 'modal-title' },
    },
  },
});

type Scheme = 'light' | 'dark';

const colorNames = Object.keys(palette).filter((name) => name !== 'dark');

/** The variant "light" of a colour, which is too pale by day and unreadable by night as Mantine has it. */
function lightVariant(color: string, scheme: Scheme): Record<string, string> {
  const name = `--mantine-color-${color}`;
  if (scheme === 'light') {
    const { ground, hover, text } = LIGHT_VARIANT.light;
    return {
      [`${name}-light`]: `var(${name}-${ground})`,
      [`${name}-light-hover`]: `var(${name}-${hover})`,
      [`${name}-light-color`]: `var(${name}-${text})`,
    };
  }
  const { veil, share, hoverShare, text } = LIGHT_VARIANT.dark;
  const veiled = (part: number) => `color-mix(in srgb, var(${name}-${veil}) ${100 * part}%, transparent)`;
  return {
    [`${name}-light`]: veiled(share),
    [`${name}-light-hover`]: veiled(hoverShare),
    [`${name}-light-color`]: `var(${name}-${text})`,
    [`${name}-text`]: `var(${name}-${text})`,
  };
}

function schemeVariables(scheme: Scheme): Record<string, string> {
  const depths = DEPTHS[scheme];
  const texts = TEXTS[scheme];
  return {
    ...Object.assign({}, ...colorNames.map((name) => lightVariant(name, scheme))),
    '--ground': depths.ground,
    '--surface': depths.surface,
    '--raised': depths.raised,
    '--chart-bar': CHART[scheme].bar,
    '--chart-marked': CHART[scheme].marked,
    '--control-edge': CONTROL_EDGE[scheme],
    '--deck-ground': DECK[scheme].ground,
    '--deck-text': DECK[scheme].text,
    '--deck-band': DECK[scheme].band,
    // Cards, papers and bars stand on the ground, which the page itself has.
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': texts.text,
    '--mantine-color-dimmed': texts.dimmed,
    '--mantine-color-placeholder': texts.placeholder,
    '--mantine-color-error': texts.error,
    '--mantine-color-anchor': texts.anchor,
  };
}

/** The tints are quiet areas, a little stronger from 1 to 3; the two grapes are what the bunch is drawn in. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...schemeVariables('light'),
    '--grape-ripe': 'var(--mantine-color-grape-6)',
    '--grape-pale': 'var(--mantine-color-grape-2)',
    '--picture-ground': PICTURE_GROUND.light,
    '--tint-1': 'var(--mantine-color-grape-0)',
    '--tint-2': 'var(--mantine-color-grape-1)',
    '--tint-3': 'var(--mantine-color-grape-2)',
  },
  dark: {
    ...schemeVariables('dark'),
    '--grape-ripe': 'var(--mantine-color-grape-4)',
    '--grape-pale': 'var(--mantine-color-grape-9)',
    '--picture-ground': PICTURE_GROUND.dark,
    '--tint-1': 'var(--mantine-color-dark-6)',
    '--tint-2': 'var(--mantine-color-dark-5)',
    '--tint-3': 'var(--mantine-color-dark-4)',
  },
});
