import { addressOf } from '../../core/address.ts';
import { administers, learns } from '../../core/contract/roles.ts';
import type { ColumnMap } from '../../core/deck-import/cards/card-source.ts';
import type { CheckedCard, DeckImport, MendBody } from '../../core/deck-import/deck-import.schema.ts';
import { STUDENT_IMPORT_MAX, TEACHER_FILES_MAX } from '../../core/deck-import/import-limits.ts';
import { callApi } from '../lib/call/api-client.ts';
import { readSession } from '../lib/kept/stored-session.ts';
import { ARCHIVE_MAX } from './upload/import-rules.ts';

/** Whether the user imports own decks, as a teacher or a student, by calls of their own with smaller limits. */
export const isTeachersImport = (): boolean => !administers(readSession().role);

/** Whether the user learns: only then they have a schedule. */
export const isStudentsImport = (): boolean => learns(readSession().role);

/** Bytes of an archive. */
export const archiveMax = (): number => {
  if (isStudentsImport()) return STUDENT_IMPORT_MAX;
  return isTeachersImport() ? TEACHER_FILES_MAX : ARCHIVE_MAX;
};

type Params = { params: { importId: number } };

const by = () => (isTeachersImport() ? '' : 'admin/');

export const listAddress = () => addressOf(`GET /api/${by()}imports`);

export const importAddress = (of: Params) => addressOf(`GET /api/${by()}imports/:importId`, of);

export const liveAddress = (of: Params) => addressOf(`GET /api/${by()}imports/:importId/live`, of);

export const problemsAddress = (of: Params) => addressOf(`GET /api/${by()}imports/:importId/problems`, of);

export const cardsAddress = (of: Params, query: { after?: number; wrong?: '1' }) =>
  addressOf(`GET /api/${by()}imports/:importId/cards`, { ...of, query });

export const uploadCall = () => `POST /api/${by()}imports` as const;

/** Cancels an import, or discards the files of a checked one. Returns the import as it is then. */
export async function cancelImport(importId: number): Promise<DeckImport> {
  const { data } = await callApi(`POST /api/${by()}imports/:importId/cancel`, { params: { importId } });
  return data;
}

/** Checks what was uploaded once more, as it was mended or with other fields. Returns the import as it is then. */
export async function checkImportAgain(importId: number, columns?: ColumnMap): Promise<DeckImport> {
  const of = { params: { importId }, body: columns ? { columns } : {} };
  const { data } = await callApi(`POST /api/${by()}imports/:importId/check`, of);
  return data;
}

/** Mends a card of what was checked, or leaves it out. Returns the card as it is then. */
export async function mendImportCard(importId: number, row: number, body: MendBody): Promise<CheckedCard> {
  const { data } = await callApi(`PATCH /api/${by()}imports/:importId/cards/:row`, {
    params: { importId, row },
    body,
  });
  return data;
}

/** Starts the import of what was checked, `leaveOut`: without what has errors. Returns the import as it is then. */
export async function confirmImport(importId: number, leaveOut: boolean): Promise<DeckImport> {
  const of = { params: { importId }, query: leaveOut ? { leave_out: '1' as const } : {} };
  const { data } = await callApi(`POST /api/${by()}imports/:importId/confirm`, of);
  return data;
}
