import type { FastifyPluginAsync } from 'fastify';
import { requireEditableDeck } from '../../../core/access/deck-access.ts';
import type { KnownAccount } from '../../../core/access/directory.ts';
import { atAnothers, fileQuotas } from '../../../core/access/quotas.ts';
import * as contract from '../../../core/card/edits/card-edit.schema.ts';
import {
  editCards,
  editsToUndo,
  otherDeckOf,
  tableCards,
  undoCardEdit,
} from '../../../core/card/edits/card-edits.ts';
import { CARD_EDIT_LIMIT } from '../../plugins/rate-limits.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

/** Two thousand cards as they were seen, and as they are to be, in letters of three bytes. */
const CARD_EDIT_BYTES = 8 * 1024 ** 2;

export const cardEditRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { clock, config, database, directory, storage } = services;
  const { pool } = database;
  const quotaOf = fileQuotas(pool, storage, config);
  const placeOf = ({ id: editorId }: KnownAccount, deckId: number) => ({
    deckId,
    editorId,
    now: new Date(clock.now()),
  });

  /** Within one teacher's decks no file comes to be anybody's more than it is. */
  const requireRoom = async (account: KnownAccount, deckId: number, toDeckId: number): Promise<void> => {
    const from = await requireEditableDeck(directory, account, deckId);
    const { ownerId } = await requireEditableDeck(directory, account, toDeckId);
    if (ownerId === from.ownerId) return;
    await atAnothers(quotaOf(account.role).requireRoomForDeck(ownerId, deckId), ownerId === account.id);
  };
  const { editableDeck } = guards(directory);

  route(app, contract.listTableCards, editableDeck, ({ params, query }) =>
    tableCards(pool, params.deckId, query),
  );

  route(
    app,
    { ...contract.editCards, bodyLimit: CARD_EDIT_BYTES, config: { rateLimit: CARD_EDIT_LIMIT } },
    async ({ account, params, body }) => {
      const { deckId } = params;
      await requireEditableDeck(directory, account, deckId);
      const toDeckId = otherDeckOf(body.edit);
      if (toDeckId !== null) await requireRoom(account, deckId, toDeckId);
      return editCards(pool, placeOf(account, deckId), body);
    },
  );

  route(app, contract.listCardEdits, editableDeck, ({ account, params }) =>
    editsToUndo(pool, placeOf(account, params.deckId)),
  );

  route(app, contract.undoCardEdit, editableDeck, ({ account, params }) =>
    undoCardEdit(pool, placeOf(account, params.deckId), params.key),
  );
};
