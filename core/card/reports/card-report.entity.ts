import { p } from '@mikro-orm/core';
import { defineTable } from '../../postgres/define-table.ts';
import type { ReportReason } from './card-report.schema.ts';

/** A mistake that a student has found on a card, and what became of it. */
export const CardReport = defineTable('card_reports', {
  studentId: p.integer().primary(),
  cardId: p.integer().primary(),
  reason: p.text().$type<ReportReason>(),
  note: p.text(),
  reportedAt: p.datetime().defaultRaw('now()'),
  /** Null while it waits. */
  answer: p.text().nullable(),
  answeredAt: p.datetime().nullable(),
});
