import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

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

/** Greys with a breath of violet. */
const dark: MantineColorsTuple = [
  '#d8d3de',
  '#bfb8c9',
  '#a39bb0',
  '#6f6680',
  '#4a4257',
  '#3b3446',
  '#2f2939',
  '#221d2a',
  '#1a1620',
  '#120f17',
];

const fontFamily =
  "'Be Vietnam Pro', 'Be Vietnam Pro Fallback', 'Be Vietnam Pro Fallback Wide', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

export const theme = createTheme({
  colors: { grape, dark },
  primaryColor: 'grape',
  primaryShade: { light: 7, dark: 6 },
  fontFamily,
  headings: { fontFamily, fontWeight: '700', textWrap: 'balance' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** The variant "light" on dark ground: a veil of the colour, which the text keeps its contrast on. */
const darkLight = (color: string, textShade: number) => ({
  [`--mantine-color-${color}-light`]: `color-mix(in srgb, var(--mantine-color-${color}-4) 18%, transparent)`,
  [`--mantine-color-${color}-light-hover`]: `color-mix(in srgb, var(--mantine-color-${color}-4) 26%, transparent)`,
  [`--mantine-color-${color}-light-color`]: `var(--mantine-color-${color}-${textShade})`,
});

/** The text of the variant "light" on light ground, which is too pale as it comes. */
const lightText = (color: string) => ({
  [`--mantine-color-${color}-light-color`]: `color-mix(in srgb, var(--mantine-color-${color}-9) 60%, var(--mantine-color-black))`,
});

/** White text needs a deeper red than Mantine's. */
const filledRed = {
  '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
  '--mantine-color-red-filled-hover':
    'color-mix(in srgb, var(--mantine-color-red-9) 85%, var(--mantine-color-black))',
};

/**
 * Mantine's own dimmed and error texts are too pale to be read by everybody (WCAG asks 4.5:1). The tints are ours:
 * quiet areas, a little stronger from 1 to 3.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': 'var(--mantine-color-dark-8)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    ...filledRed,
    ...lightText('teal'),
    ...lightText('yellow'),
    ...lightText('blue'),
    ...lightText('orange'),
    '--tint-1': 'var(--mantine-color-grape-0)',
    '--tint-2': 'var(--mantine-color-grape-1)',
    '--tint-3': 'var(--mantine-color-grape-2)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-grape-3)',
    ...filledRed,
    ...darkLight('grape', 3),
    ...darkLight('red', 3),
    ...darkLight('teal', 3),
    ...darkLight('yellow', 3),
    ...darkLight('blue', 3),
    ...darkLight('gray', 2),
    '--tint-1': 'var(--mantine-color-dark-6)',
    '--tint-2': 'var(--mantine-color-dark-5)',
    '--tint-3': 'var(--mantine-color-dark-4)',
  },
});
