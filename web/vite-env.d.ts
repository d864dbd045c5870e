declare module '*.po?area=base' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?area=public' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?area=entry' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?area=account' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?area=errors' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?area=student' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?area=teacher' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?area=table' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?area=import' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?area=trash' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?area=admin' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}

/** React's own, of which there are no types. */
declare module 'scheduler' {
  /** Pieces per second; 0: as usual. */
  export function unstable_forceFrameRate(rate: number): void;
}

interface ImportMeta {
  readonly env: { readonly DEV: boolean; readonly SSR: boolean };
}

declare module '*.json?url' {
  const address: string;
  export default address;
}

/** What web/build/drawing-files.ts makes. */
declare module 'virtual:drawings' {
  /** The file that the drawing of this place among all is in: SVG by name. */
  export function fileOf(index: number): string;
}
