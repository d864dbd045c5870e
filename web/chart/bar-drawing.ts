import classes from './bar-drawing.module.css';
import {
  BAR_CHART_HEIGHT_PX,
  type BarLayout,
  type Bars,
  barAt,
  barLayout,
  LINE_HEIGHT_PX,
} from './bar-layout.ts';

export interface BarDrawing {
  /** Takes over other numbers, without motion. */
  update(bars: Bars): void;
  remove(): void;
}

const SVG = 'http://www.w3.org/2000/svg';
/** From the upper edge of a line of text to the line that its letters stand on. */
const BASELINE_PX = 12;

function shape(
  name: string,
  attributes: Record<string, string | number>,
  ...content: (Node | string)[]
): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...content);
  return element;
}

function block(className: string | undefined): HTMLDivElement {
  const element = document.createElement('div');
  element.className = className ?? '';
  return element;
}

/** A point stands where the bar's upper end would. */
const POINT_RADIUS_PX = 4;

function linePoints(layout: BarLayout, bars: Bars): SVGElement[] {
  const points = layout.bars.map(({ middle, top }) => `${middle},${top}`).join(' ');
  return [
    shape('polyline', { class: classes.joined ?? '', points }),
    ...layout.bars.map(({ middle, top }, index) =>
      shape('circle', {
        class: (index === bars.marked ? classes.marked : classes.bar) ?? '',
        cx: middle,
        cy: top,
        r: POINT_RADIUS_PX,
        'data-value': bars.values[index] ?? 0,
      }),
    ),
  ];
}

const outlines = (layout: BarLayout, bars: Bars): SVGElement[] =>
  layout.bars.map(({ outline }, index) =>
    shape('path', {
      class: (index === bars.marked ? classes.marked : classes.bar) ?? '',
      d: outline,
      'data-value': bars.values[index] ?? 0,
    }),
  );

function shapes(layout: BarLayout, bars: Bars): SVGElement[] {
  const { left, right, lines } = layout;
  const labelsTop = (lines[0]?.y ?? 0) + LINE_HEIGHT_PX / 2;
  return [
    ...lines.flatMap(({ y, label }, index) => [
      shape('line', {
        class: (index === 0 ? classes.base : classes.line) ?? '',
        x1: left,
        x2: right,
        y1: y,
        y2: y,
      }),
      shape('text', { class: classes.scale ?? '', x: left - 6, y: y + 4 }, label),
    ]),
    ...(bars.isLine ? linePoints(layout, bars) : outlines(layout, bars)),
    ...layout.labels.map((lines) =>
      shape(
        'text',
        { class: classes.label ?? '', 'data-label': '' },
        ...lines.map(({ middle, text }, row) =>
          shape('tspan', { x: middle, y: labelsTop + BASELINE_PX + row * LINE_HEIGHT_PX }, text),
        ),
      ),
    ),
  ];
}

/** Draws bars, or a line, into an empty element. Throws where there is no width to draw into. */
export function drawBars(place: HTMLElement, first: Bars): BarDrawing {
  let bars = first;
  let layout = barLayout(bars, place.clientWidth);
  if (layout.left >= layout.right) throw new Error('The place of the chart has no width');
  const canvas = block(classes.chart);
  canvas.dataset.chart = '';
  const svg = shape('svg', { height: BAR_CHART_HEIGHT_PX });
  const tip = block(classes.tip);
  tip.hidden = true;
  canvas.append(svg, tip);

  let width = place.clientWidth;
  const draw = () => {
    layout = barLayout(bars, width);
    svg.setAttribute('width', String(width));
    svg.setAttribute('viewBox', `0 0 ${width} ${BAR_CHART_HEIGHT_PX}`);
    svg.replaceChildren(...shapes(layout, bars));
  };

  const hide = () => {
    tip.hidden = true;
  };
  const point = ({ clientX }: PointerEvent) => {
    const index = barAt(layout, bars.values.length, clientX - canvas.getBoundingClientRect().left);
    const bar = index === undefined ? undefined : layout.bars[index];
    if (index === undefined || !bar) return hide();
    const title = document.createElement('strong');
    title.textContent = bars.title(index);
    const text = document.createElement('span');
    text.textContent = `${bars.seriesName}: ${bars.text(index)}`;
    tip.replaceChildren(title, text);
    tip.hidden = false;
    // It stays within the chart, beside its bar where it would stick out.
    const left = Math.min(
      Math.max(0, bar.middle - tip.offsetWidth / 2),
      Math.max(0, width - tip.offsetWidth),
    );
    tip.style.translate = `${left}px ${Math.max(0, bar.top - tip.offsetHeight - 6)}px`;
  };
  canvas.addEventListener('pointerdown', point);
  canvas.addEventListener('pointermove', point);
  canvas.addEventListener('pointerleave', hide);

  const still = () => {
    canvas.dataset.still = '';
    draw();
  };
  const sizes = new ResizeObserver(() => {
    if (place.clientWidth === width || place.clientWidth === 0) return;
    width = place.clientWidth;
    hide();
    still();
  });

  draw();
  place.append(canvas);
  sizes.observe(place);
  return {
    update(next) {
      bars = next;
      still();
    },
    remove() {
      sizes.disconnect();
      canvas.remove();
    },
  };
}
