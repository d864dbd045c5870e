import type { Locator } from 'playwright-core';

/** With a text it comes as cells of Excel do. A line is black, and on nothing. */
export const pastePicture = (into: Locator, width: number, height: number, text = '', isLine = false) =>
  into.evaluate(
    async (element, [w, h, words, onNothing]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const context = canvas.getContext('2d')!;
      context.fillStyle = onNothing ? 'black' : 'teal';
      context.fillRect(0, onNothing ? h / 2 : 0, w, onNothing ? h / 25 : h);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
      const data = new DataTransfer();
      data.items.add(new File([blob!], 'shot.png', { type: 'image/png' }));
      if (words) data.setData('text/plain', words);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    [width, height, text, isLine] as const,
  );
