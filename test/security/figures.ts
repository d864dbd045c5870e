import { appendFileSync } from 'node:fs';

/** What the tests count for the report of `npm run test:security`. */
export interface Figures {
  [name: string]: number;
}

/** Notes figures for the report, if one is made. */
export function noteFigures(figures: Figures): void {
  const file = process.env.SECURITY_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}
