import type { I18n } from '@lingui/core';
import { pointsOf } from '../../../core/exam/results/points.ts';

/** Points out of ten, always with one decimal, so that the same result reads the same wherever it stands. */
export const pointsText = (points: number, i18n: I18n): string =>
  i18n.number(points, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A score as points out of ten. */
export const scoreText = (score: number, total: number, i18n: I18n): string =>
  pointsText(pointsOf(score, total), i18n);
