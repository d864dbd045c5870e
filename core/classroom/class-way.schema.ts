import { type Static, Type } from '@sinclair/typebox';
import { ClassWay } from '../deck/deck.schema.ts';
import { endpoint, Id, Nullable, success } from '../endpoint.ts';
import { ClassDeck } from './classroom.schema.ts';

export const ClassDeckChanges = Type.Object({
  /** Null: as each student likes. */
  class_way: Nullable(ClassWay),
});
export type ClassDeckChanges = Static<typeof ClassDeckChanges>;

export const updateClassDeck = endpoint({
  method: 'PATCH',
  url: '/api/classes/:classId/decks/:deckId',
  access: 'teacher',
  schema: {
    summary: 'Says how an own class practises a deck',
    tags: ['Classes'],
    params: Type.Object({ classId: Id, deckId: Id }),
    body: ClassDeckChanges,
    response: { 200: success(ClassDeck) },
  },
});
