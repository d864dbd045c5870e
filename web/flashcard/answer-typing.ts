/** How long a right answer stands before the card is revealed. */
export const AUTO_REVEAL_MS = 1_000;

/** Returns whether an input method is still composing. Some browsers only say so by the key code 229. */
export const isComposing = (event: { isComposing: boolean; keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229;
