import { join } from 'node:path';
import type { Plugin } from 'vite';

const LIBRARY = join(import.meta.dirname, '../../node_modules/apexcharts/src');

/** Parts of the library that no chart of ours has: other kinds of charts, zooming, selecting, exporting, notes. */
const UNUSED = [
  /\/charts\/(BarStacked|BoxCandleStick|HeatMap|Line|Pie|Radar|Radial|RangeBar|Scatter|Treemap)(\.js)?$/,
  /\/(Exports|Toolbar|TimeScale|ZoomPanSelection|Annotations)(\.js)?$/,
  /^@svgdotjs\/svg\.(draggable|select|resize)\.js$/,
];
const NOTHING = '\0no-chart-part';
const STYLES = '/assets/apexcharts.css';

/** Builds the chart library from its sources without the parts that are not used, which are most of it. */
export function leanCharts(): Plugin {
  return {
    name: 'lean-charts',
    enforce: 'pre',
    apply: 'build',
    resolveId(id, importer) {
      if (id === 'apexcharts') return join(LIBRARY, 'apexcharts.js');
      if (!importer?.startsWith(LIBRARY)) return undefined;
      if (UNUSED.some((part) => part.test(id))) return NOTHING;
      return id.endsWith(STYLES) ? `${join(LIBRARY, STYLES)}?inline` : undefined;
    },
    load: (id) =>
      // The library makes one of each part at once, and calls some to no effect.
      id === NOTHING
        ? 'export default class { constructor() { return new Proxy(this, { get: () => () => undefined }); } }'
        : undefined,
  };
}
