import pg from 'pg';

/** The driver's own reading of times is slow, and events read them by themselves. */
export const timesAsText: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.TIMESTAMPTZ
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format as 'text'),
};
