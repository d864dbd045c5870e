import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import component from 'react-apexcharts';
import { type ChartData, chartOf, type PointText } from './chart-options.ts';

/** Of a CommonJS package the build gives the module, and Vite's server what the module gives out. */
const Chart = (component as unknown as { default?: typeof component }).default ?? component;

/** How what stands around a chart asks it to show one of its points, or none. */
export interface ChartHandle {
  show: (index: number | undefined) => void;
}

export interface ApexChartProps {
  data: ChartData;
  /** Pixels. */
  width: number;
  height: number;
  hasLegend: boolean;
  /** What is said of a point, of the latest numbers. */
  textOf: (index: number) => PointText;
  onDrawn: () => void;
  handle: Ref<ChartHandle>;
}

function tipOf({ title, lines }: PointText): Element {
  const tip = document.createElement('div');
  for (const [name, text] of [['strong', title], ...lines.map((line) => ['span', line])] as const) {
    const part = document.createElement(name ?? 'span');
    part.textContent = text ?? '';
    tip.append(part);
  }
  return tip;
}

/** On paper a chart has another width than on the screen, and nobody draws it again. */
function makeScalable(place: HTMLElement): void {
  const svg = place.querySelector('.apexcharts-svg');
  svg?.setAttribute('viewBox', `0 0 ${svg.getAttribute('width')} ${svg.getAttribute('height')}`);
}

/** A browser says that a mouse has left right after a finger has tapped: what is said of the point is to stay. */
function keepTouched(place: HTMLElement): void {
  let isTouched = false;
  const note = ({ pointerType }: PointerEvent) => {
    isTouched = pointerType === 'touch';
  };
  place.addEventListener('pointerdown', note, { capture: true });
  const hold = (event: MouseEvent) => {
    if (isTouched && event.isTrusted) event.stopPropagation();
  };
  place.addEventListener('mouseout', hold, { capture: true });
}

/** The library has no call for this: it is moved over the point as a mouse would be. */
function pointAt(place: HTMLElement, index: number | undefined, points: number): void {
  const area = place.querySelector('.apexcharts-svg');
  const grid = place.querySelector('.apexcharts-grid')?.getBoundingClientRect();
  if (!area || !grid) return;
  if (index === undefined) {
    area.dispatchEvent(new MouseEvent('mouseout'));
    return;
  }
  const at = {
    clientX: grid.left + (grid.width * (index + 0.5)) / points,
    clientY: grid.top + grid.height / 2,
  };
  // The second one places the tip by the size that it has by then.
  for (let times = 0; times < 2; times += 1) area.dispatchEvent(new MouseEvent('mousemove', at));
}

/** A chart of the library, as wide as its place. */
export function ApexChart({
  data,
  width: firstWidth,
  height,
  hasLegend,
  textOf,
  onDrawn,
  handle,
}: ApexChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(firstWidth);
  const [calls] = useState(() => {
    const onRedrawn = () => place.current && makeScalable(place.current);
    return {
      onDrawn: () => {
        onRedrawn();
        onDrawn();
      },
      onRedrawn,
      tip: (index: number) => tipOf(textOf(index)),
    };
  });
  const { options, series } = useMemo(
    () => chartOf(data, { width, hasLegend }, calls),
    [data, width, hasLegend, calls],
  );
  useImperativeHandle(handle, () => ({
    show: (index) => {
      if (place.current) pointAt(place.current, index, data.labels.length);
    },
  }));
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    });
    sizes.observe(element);
    keepTouched(element);
    return () => sizes.disconnect();
  }, []);
  return (
    <div ref={place} data-chart={data.isLine ? 'line' : 'bars'}>
      <Chart
        type={data.isLine ? 'line' : 'bar'}
        series={series}
        options={options}
        width={width}
        height={height}
      />
    </div>
  );
}
