/** For mkdir: what people uploaded is not for the machine's other users. */
export const CLOSED_FOLDER = { recursive: true, mode: 0o750 } as const;
