import { type Static, Type } from '@sinclair/typebox';
import { Card } from '../../contract/card-shape.schema.ts';
import { contracts, Id, Nullable, OneOf, Timestamp } from '../../contract/endpoint.ts';
import { page, pageQuery } from '../../contract/page-query.ts';
import { REPORT_NOTE_LETTERS_MAX, REPORTED_CARDS_MAX, REPORTS_OPEN_MAX } from './card-report-limits.ts';

/** What is wrong with a card, as a learner says. */
export const ReportReason = OneOf(['meaning', 'spelling', 'sound', 'picture', 'other']);
export type ReportReason = Static<typeof ReportReason>;

export const ReportAnswer = OneOf(['mended', 'nothing_wrong']);
export type ReportAnswer = Static<typeof ReportAnswer>;

const Said = Type.Object({
  reason: ReportReason,
  /** Empty when the learner adds nothing. */
  note: Type.String({ maxLength: REPORT_NOTE_LETTERS_MAX }),
});
export type ReportBody = Static<typeof Said>;

export const CardReport = Type.Object({
  ...Said.properties,
  reported_at: Timestamp,
  /** Whose report it is; null for learners who are in no class of the caller's. */
  name: Nullable(Type.String()),
});
export type CardReport = Static<typeof CardReport>;

/** A card with its open reports, the oldest first. */
export const ReportedCard = Type.Object({ card: Card, reports: Type.Array(CardReport) });
export type ReportedCard = Static<typeof ReportedCard>;

const ReportedDeck = Type.Object({
  deck_id: Id,
  /** Cards of which somebody has reported something that nobody has answered. */
  cards: Type.Integer(),
});
export type ReportedDeck = Static<typeof ReportedDeck>;

/** What became of a report of the caller's. */
export const AnsweredReport = Type.Object({
  card_id: Id,
  deck_id: Id,
  /** The deck's title. */
  deck: Type.String(),
  front: Type.String(),
  answer: ReportAnswer,
  answered_at: Timestamp,
});
export type AnsweredReport = Static<typeof AnsweredReport>;

const ReportedCardsQuery = pageQuery(Type.Object({}), REPORTED_CARDS_MAX);
export type ReportedCardsQuery = Static<typeof ReportedCardsQuery>;

const { get, post } = contracts('Reports of cards', 'student');

export const reportCard = post('/api/cards/:cardId/report', {
  summary: 'Says that a card is wrong; a second time, the first is replaced',
  body: Said,
});

export const answerReports = post('/api/cards/:cardId/report/answer', {
  access: ['teacher', 'admin'],
  summary: 'Answers the open reports of a card; the learners read it on their next visit',
  body: Type.Object({
    answer: ReportAnswer,
    /** When the newest report that was read was made: later ones stay open. Without it all are answered. */
    read_to: Type.Optional(Timestamp),
  }),
  returns: Type.Object({ reports: Type.Integer() }),
});

export const listReportedCards = get('/api/decks/:deckId/reports', {
  access: ['teacher', 'admin'],
  summary: 'The cards of a deck with open reports, longest open first; for those who may change the deck',
  querystring: ReportedCardsQuery,
  answers: page(ReportedCard),
});

export const listReportedDecks = get('/api/reports', {
  access: ['teacher', 'admin'],
  summary: 'The decks with open reports that the caller may change; for the administrator the official ones',
  returns: Type.Array(ReportedDeck),
});

export const listAnsweredReports = get('/api/answered-reports', {
  summary: "What became of the caller's reports, until the caller says that it was read",
  returns: Type.Array(AnsweredReport),
});

export const readAnsweredReports = post('/api/answered-reports/read', {
  summary: 'The caller has read what became of these reports: they are forgotten',
  body: Type.Object({ card_ids: Type.Array(Id, { minItems: 1, maxItems: REPORTS_OPEN_MAX }) }),
});
