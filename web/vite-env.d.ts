declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}

interface ImportMeta {
  readonly env: { readonly DEV: boolean };
}
