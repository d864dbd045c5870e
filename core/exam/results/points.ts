/** A score out of ten, rounded to a whole number; an exam without questions gives 0. */
export const outOfTen = (score: number, total: number): number =>
  total === 0 ? 0 : Math.round((score / total) * 10);

/** A score as points, of which there are ten, with one decimal; an exam without questions gives 0. */
export const pointsOf = (score: number, total: number): number =>
  total === 0 ? 0 : Math.round((score / total) * 100) / 10;
