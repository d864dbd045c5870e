import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ProjectionName } from '../../core/projection-name.ts';

interface ProjectionText {
  name: MessageDescriptor;
  meaning: MessageDescriptor;
}

const texts: Record<ProjectionName, ProjectionText> = {
  review_schedule: {
    name: msg`Review schedule`,
    meaning: msg`What each student remembers of each card, and when it is due`,
  },
  deck_stats: {
    name: msg`Deck statistics`,
    meaning: msg`Each student's cards, reviews and time, by deck and day`,
  },
  recall_days: {
    name: msg`Recall`,
    meaning: msg`How many of the reviews asked on a day each student recalled at the first try`,
  },
  card_answers: {
    name: msg`Answers by card`,
    meaning: msg`Where each student's answers to each card lie in the log`,
  },
  class_progress: {
    name: msg`Class progress`,
    meaning: msg`Each class's cards and time, by student and day`,
  },
  exam_results: {
    name: msg`Exam results`,
    meaning: msg`What each student handed in of each exam, and its points`,
  },
};

const textOf = (name: string): ProjectionText | undefined =>
  Object.hasOwn(texts, name) ? texts[name as ProjectionName] : undefined;

/** The projection as the screen calls it; the name itself of one that has no other. */
export function projectionName(i18n: I18n, name: string): string {
  const text = textOf(name);
  return text ? i18n._(text.name) : name;
}

/** Returns what the projection holds, in a line; empty for one that is not known here. */
export function projectionMeaning(i18n: I18n, name: string): string {
  const text = textOf(name);
  return text ? i18n._(text.meaning) : '';
}
