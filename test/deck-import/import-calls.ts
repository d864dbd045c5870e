import type { Card } from '../../core/contract/card-shape.schema.ts';
import { deckImportRun } from '../../core/deck-import/deck-import.run.ts';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { type FormFields, fileOf, formOf } from '../card/card-form.ts';
import type { TestAccount, TestApi } from '../harness/api-harness.ts';
import { performWaiting } from '../run/perform-waiting.ts';

export const IMPORTS = '/api/admin/imports';

export const jsonOf = (cards: unknown): ReturnType<typeof fileOf> =>
  fileOf(JSON.stringify(cards), 'deck.json', 'application/json');

/** Performs every import that waits, in this process, as workers do in one of its own. */
export const runImports = (api: TestApi): Promise<void> => performWaiting(api, deckImportRun);

/** What the administrator does with imports, over HTTP. */
export function importCalls(api: TestApi, admin: TestAccount) {
  const send = (fields: FormFields) => admin.unchecked('POST /api/admin/imports', { ...formOf(fields) });
  const read = async (id: number): Promise<DeckImport> =>
    await admin.data('GET /api/admin/imports/:importId', { params: { importId: id } });
  return {
    send,
    read,
    async import(fields: FormFields): Promise<DeckImport> {
      const { status, body } = await send(fields);
      if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
      await runImports(api);
      return read(body.data.id);
    },
    confirm: (id: number) =>
      admin.call('POST /api/admin/imports/:importId/confirm', { params: { importId: id } }),
    cancel: (id: number) =>
      admin.call('POST /api/admin/imports/:importId/cancel', { params: { importId: id } }),
    cards: async (deckId: number | null): Promise<Card[]> =>
      (await admin.raw<{ data: Card[] }>('GET', `/api/decks/${deckId}/cards`)).body.data,
  };
}

/** What teachers and students do with imports of their own. */
export function ownImports(api: TestApi) {
  const send = (author: TestAccount, fields: FormFields) =>
    author.unchecked('POST /api/imports', { ...formOf({ title: 'Words', ...fields }) });
  const read = (author: TestAccount, importId: number) =>
    author.data('GET /api/imports/:importId', { params: { importId } });
  return {
    send,
    read,
    async importAs(author: TestAccount, fields: FormFields): Promise<DeckImport> {
      const { status, body } = await send(author, fields);
      if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
      await runImports(api);
      return read(author, body.data.id);
    },
  };
}
