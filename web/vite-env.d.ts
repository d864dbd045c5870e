declare module '*.po?area=base' {
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
  readonly env: { readonly DEV: boolean };
}
