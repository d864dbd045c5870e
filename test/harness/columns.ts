export const column = <T, K extends keyof T>(rows: readonly T[], name: K): T[K][] =>
  rows.map((row) => row[name]);

export const columns = <T, K extends keyof T>(rows: readonly T[], ...names: K[]): T[K][][] =>
  rows.map((row) => names.map((name) => row[name]));
