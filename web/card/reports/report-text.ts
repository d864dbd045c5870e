import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReportAnswer, ReportReason } from '../../../core/card/reports/card-report.schema.ts';

/** What may be wrong with a card, in the order in which it is offered. */
export const reasonText: Record<ReportReason, MessageDescriptor> = {
  meaning: msg`The meaning is wrong`,
  spelling: msg`The spelling is wrong`,
  sound: msg`The sound is wrong`,
  picture: msg`The picture is wrong`,
  other: msg`Something else`,
};

export const answerText: Record<ReportAnswer, MessageDescriptor> = {
  mended: msg`The card is mended. Thank you!`,
  nothing_wrong: msg`It was looked at: nothing is wrong.`,
};
