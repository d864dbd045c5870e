export type PreviewAction = 'flip' | 'previous' | 'next' | 'play';

/** The part of a keyboard event that decides. */
export interface PreviewPressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** On a button, Space presses that button. */
  onControl: boolean;
}

/** Returns what a key does in the preview; null leaves it to the browser. */
export function previewAction(pressed: PreviewPressed): PreviewAction | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  if (pressed.key === 'ArrowLeft') return 'previous';
  if (pressed.key === 'ArrowRight') return 'next';
  if (pressed.key === ' ') return pressed.onControl ? null : 'flip';
  return pressed.key.toLowerCase() === 'p' ? 'play' : null;
}
