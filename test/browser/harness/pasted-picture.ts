import type { Locator } from 'playwright-core';

/** With a text it comes as cells of Excel do. */
export const pastePicture = (into: Locator, width: number, height: number, text = '') =>
  into.evaluate(
    async (element, [w, h, words]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const context = canvas.getContext('2d')!;
      context.fillStyle = 'teal';
      context.fillRect(0, 0, w, h);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
      const data = new DataTransfer();
      data.items.add(new File([blob!], 'shot.png', { type: 'image/png' }));
      if (words) data.setData('text/plain', words);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    [width, height, text] as const,
  );
