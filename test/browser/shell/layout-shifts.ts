import type { Page } from 'playwright-core';

interface Shift {
  value: number;
  sources: { node: Element | null }[];
}

interface Noted {
  shift: number;
  moved: string[];
}

/** Notes by how much the layout shifts in this document, or in those to come, and what it is that moves. */
export async function noteShifts(page: Page, when: 'now' | 'later' = 'later'): Promise<() => Promise<Noted>> {
  const note = () => {
    const noted: Noted = { shift: 0, moved: [] };
    Object.assign(window, { noted });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as Shift[]) {
        noted.shift += value;
        noted.moved.push(`${value}: ${sources.map(({ node }) => node?.outerHTML?.slice(0, 150)).join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  };
  await (when === 'now' ? page.evaluate(note) : page.addInitScript(note));
  return () => page.evaluate(() => (window as unknown as { noted: Noted }).noted);
}
