import { type Static, Type } from '@sinclair/typebox';
import { contracts, Id, Nullable } from '../contract/endpoint.ts';
import { ClassWay } from '../deck/deck.schema.ts';
import { ClassDeck } from './classroom.schema.ts';

export const ClassDeckChanges = Type.Object({
  /** Null: as each student likes. */
  class_way: Nullable(ClassWay),
});
export type ClassDeckChanges = Static<typeof ClassDeckChanges>;

export const updateClassDeck = contracts('Classes').patch('/api/classes/:classId/decks/:deckId', {
  access: 'teacher',
  summary: 'Says how an own class practises a deck',
  params: Type.Object({ classId: Id, deckId: Id }),
  body: ClassDeckChanges,
  returns: ClassDeck,
});
