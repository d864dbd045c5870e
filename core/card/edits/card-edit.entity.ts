import { p } from '@mikro-orm/core';
import { defineTable } from '../../postgres/define-table.ts';
import type { EditAction } from './card-edit.schema.ts';
import type { CardTrace } from './card-trace.ts';

/** A change of many cards at once; a repetition of the call is known by its key. */
export const CardEdit = defineTable('card_edits', {
  key: p.uuid().primary(),
  deckId: p.integer(),
  /** The deck into which cards were moved. */
  toDeckId: p.integer().nullable(),
  editorId: p.integer(),
  /** Digest of what was sent under the key. */
  content: p.blob(),
  act: p.text().$type<EditAction>(),
  cards: p.integer(),
  /** What undoing it needs. */
  trace: p.json<CardTrace>(),
  madeAt: p.datetime(),
  undoneAt: p.datetime().nullable(),
});
