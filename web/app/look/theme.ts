import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { CHART, DECK, DEPTHS, FILLED_SHADE, LIGHT_VARIANT, palette, TEXTS } from './palette.ts';

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
    '--tint-1': 'var(--mantine-color-grape-0)',
    '--tint-2': 'var(--mantine-color-grape-1)',
    '--tint-3': 'var(--mantine-color-grape-2)',
  },
  dark: {
    ...schemeVariables('dark'),
    '--grape-ripe': 'var(--mantine-color-grape-4)',
    '--grape-pale': 'var(--mantine-color-grape-9)',
    '--tint-1': 'var(--mantine-color-dark-6)',
    '--tint-2': 'var(--mantine-color-dark-5)',
    '--tint-3': 'var(--mantine-color-dark-4)',
  },
});
