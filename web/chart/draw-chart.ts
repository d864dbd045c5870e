import type ApexCharts from 'apexcharts';
import type { ApexOptions } from 'apexcharts';

/** The chart library reports that it has rendered even when it skipped drawing. It skips in a place without width. */
const isDrawn = (place: Element) => place.querySelector('.apexcharts-series') !== null;

function takeDown(chart: ApexCharts): void {
  try {
    chart.destroy();
  } catch {
    // What was never drawn has parts missing that destroying expects.
  }
}

/**
 * One attempt to draw into an empty element; rejects when nothing is to be seen afterwards. The library is loaded with
 * the first one. It is used without its React wrapper, which starts a rendering but drops the promise of its outcome.
 */
export async function drawChart(place: HTMLElement, options: () => ApexOptions): Promise<ApexCharts> {
  const { default: Chart } = await import('apexcharts');
  if (!place.isConnected) throw new Error('The place of the chart is gone');
  const chart = new Chart(place, options());
  try {
    await chart.render();
    if (!isDrawn(place)) throw new Error('The place of the chart has no width');
    return chart;
  } catch (error) {
    takeDown(chart);
    place.replaceChildren();
    throw error;
  }
}
