import t from 'tap';
import {
  CHART,
  CONTROL_EDGE,
  type ColorName,
  DECK,
  DEPTHS,
  FILLED_SHADE,
  LIGHT_VARIANT,
  PICTURE_GROUND,
  palette,
  TEXTS,
} from '../../../web/app/look/theme.ts';

/** WCAG 2.2, 1.4.3: the contrast that text needs. */
const READABLE = 4.5;
/** WCAG 2.2, 1.4.11: what a mark needs to be told from its ground. */
const VISIBLE = 3;

type Rgb = readonly number[];

const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** As `color-mix(in srgb, …)` and a browser compute it. */
const over = (veil: string, share: number, ground: string): Rgb => {
  const below = rgb(ground);
  return rgb(veil).map((value, at) => share * value + (1 - share) * (below[at] ?? 0));
};

/** As CSS Color 4 computes it; what no screen can show is cut off. */
function oklch(lightnessAndChroma: string, hue: number): Rgb {
  const [lightness = 0, chroma = 0] = lightnessAndChroma.split(' ').map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map((value) => {
    const part = Math.min(1, Math.max(0, value));
    return 255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055);
  });
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const names = (Object.keys(palette) as ColorName[]).filter((name) => name !== 'dark');
const MEANINGS = ['grape', 'leaf', 'honey', 'sky', 'rose', 'red'] as const;

function atLeast(t: Tap, wanted: number, one: Rgb, other: Rgb, what: string) {
  const ratio = contrast(one, other);
  t.ok(ratio >= wanted, `${what}: ${ratio.toFixed(2)} of ${wanted}`);
}
type Tap = Pick<typeof t, 'ok'>;

t.test('texts are readable on every depth, by day and by night', async (t) => {
  for (const scheme of ['light', 'dark'] as const)
    for (const [depth, ground] of Object.entries(DEPTHS[scheme]))
      for (const [text, color] of Object.entries(TEXTS[scheme]))
        atLeast(t, READABLE, rgb(color), rgb(ground), `${scheme} ${text} on ${depth}`);
});

t.test('the three depths of the dark scheme are three', async (t) => {
  const { ground, surface, raised } = DEPTHS.dark;
  t.ok(luminance(rgb(ground)) < luminance(rgb(surface)));
  t.ok(luminance(rgb(surface)) < luminance(rgb(raised)));
});

t.test('white text is readable on each filled colour, also under the pointer', async (t) => {
  const white = rgb('#ffffff');
  for (const name of names)
    for (const scheme of ['light', 'dark'] as const)
      for (const shade of [FILLED_SHADE[scheme], FILLED_SHADE[scheme] + 1])
        atLeast(t, READABLE, white, rgb(palette[name][shade] ?? ''), `white on ${name} ${shade}`);
});

t.test('the variant "light" is readable in every colour, on every depth and under the pointer', async (t) => {
  for (const name of names) {
    const shades = palette[name];
    const byDay = LIGHT_VARIANT.light;
    for (const ground of [byDay.ground, byDay.hover])
      atLeast(t, READABLE, rgb(shades[byDay.text]), rgb(shades[ground]), `${name} by day on ${ground}`);
    const byNight = LIGHT_VARIANT.dark;
    for (const [depth, ground] of Object.entries(DEPTHS.dark))
      for (const share of [byNight.share, byNight.hoverShare])
        atLeast(
          t,
          READABLE,
          rgb(shades[byNight.text]),
          over(shades[byNight.veil], share, ground),
          `${name} by night on ${depth}, veil of ${share}`,
        );
  }
});

t.test('a coloured text is readable on every depth', async (t) => {
  for (const name of names) {
    for (const ground of Object.values(DEPTHS.light))
      atLeast(t, READABLE, rgb(palette[name][FILLED_SHADE.light]), rgb(ground), `${name} on paper`);
    for (const ground of Object.values(DEPTHS.dark))
      atLeast(t, READABLE, rgb(palette[name][LIGHT_VARIANT.dark.text]), rgb(ground), `${name} at night`);
  }
});

t.test('the bars of charts can be told from every ground, and the marked one from the others', async (t) => {
  for (const scheme of ['light', 'dark'] as const) {
    const { bar, marked } = CHART[scheme];
    for (const [depth, ground] of Object.entries(DEPTHS[scheme]))
      atLeast(t, VISIBLE, rgb(bar), rgb(ground), `${scheme} bar on ${depth}`);
    t.ok(contrast(rgb(bar), rgb(marked)) > 2, `${scheme}: bar and marked bar`);
  }
});

t.test('GLB-33 what can be chosen is told from every ground by its edge', async (t) => {
  for (const scheme of ['light', 'dark'] as const)
    for (const [depth, ground] of Object.entries(DEPTHS[scheme]))
      atLeast(t, VISIBLE, rgb(CONTROL_EDGE[scheme]), rgb(ground), `${scheme} on ${depth}`);
});

t.test('the initial of a deck is readable on every hue', async (t) => {
  for (const scheme of ['light', 'dark'] as const)
    for (let hue = 0; hue < 360; hue += 30) {
      const { ground, text } = DECK[scheme];
      atLeast(t, READABLE, oklch(text, hue), oklch(ground, hue), `${scheme}, hue of ${hue}`);
    }
});

t.test('colours with a meaning can be told from every ground', async (t) => {
  for (const name of MEANINGS) {
    for (const ground of Object.values(DEPTHS.light))
      atLeast(t, VISIBLE, rgb(palette[name][6]), rgb(ground), `${name} on paper`);
    for (const ground of Object.values(DEPTHS.dark))
      atLeast(t, VISIBLE, rgb(palette[name][4]), rgb(ground), `${name} at night`);
  }
});

t.test(
  'GLB-27 a black and a white line are seen on the ground of pictures, by day and by night',
  async (t) => {
    for (const ground of Object.values(PICTURE_GROUND))
      for (const line of ['#000000', '#ffffff'])
        t.ok(contrast(rgb(ground), rgb(line)) >= VISIBLE, `${line} on ${ground}`);
  },
);
