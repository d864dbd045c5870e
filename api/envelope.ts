/** The answer of a call that has nothing to return. */
export const done = { success: true } as const;

/** Returns the answer `{success: true, data}` of a call. */
export const ok = <T>(data: T): { success: true; data: T } => ({ success: true, data });

/** Returns the answer of a call whose fields stand beside `success`, such as a page's `data` and `total`. */
export const okWith = <T extends object>(fields: T): { success: true } & T => ({ success: true, ...fields });
