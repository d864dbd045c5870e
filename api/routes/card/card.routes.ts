import { resolve } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type { KnownAccount } from '../../../core/access/directory.ts';
import { atAnothers, fileQuotas } from '../../../core/access/quotas.ts';
import * as contract from '../../../core/card/card.schema.ts';
import {
  CARD_AUDIO,
  createCard,
  deleteCard,
  type StoreAudio,
  storeCardAudio,
  updateCard,
} from '../../../core/card/card-changes.ts';
import type { CardEditor } from '../../../core/card/card-editor.ts';
import { cardsOfDeck } from '../../../core/card/card-list.ts';
import type { Upload } from '../../../core/files/upload.ts';
import { forms } from '../../plugins/forms.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { early, route } from '../route.ts';

/** An administrator's own decks are theirs as anybody's are. */
const editorOf = ({ id }: KnownAccount): CardEditor => ({ id, isAdmin: false });

export const cardRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { database, directory } = services;
  const { editableDeck, readableDeck } = guards(directory);

  route(app, contract.listCards, readableDeck, ({ params, query }) =>
    cardsOfDeck(database.pool, params.deckId, query),
  );

  route(app, contract.deleteCard, editableDeck, ({ account, params }) =>
    deleteCard(database.pool, { ...params, editor: editorOf(account) }),
  );

  await app.register(cardForms, services);
};

/** The calls that may bring an audio; the right to make them is checked before it is read. */
const cardForms: FastifyPluginAsync<Services> = async (app, { config, database, directory, storage }) => {
  await app.register(forms, { folder: resolve(config.DATA_DIR, 'uploads'), files: [CARD_AUDIO] });
  const { editableDeck } = guards(directory);

  const { pool } = database;
  const quotaOf = fileQuotas(pool, storage, config);
  /** Audio takes the room of the deck's owner, also when a colleague sends it. */
  const storing = (
    { id, role }: KnownAccount,
    deckId: number,
    upload: Upload | undefined,
  ): StoreAudio | undefined =>
    upload &&
    (async () => {
      const ownerId = (await directory.deck(deckId))?.ownerId ?? id;
      await atAnothers(quotaOf(role).requireRoom(ownerId, upload), ownerId === id);
      return storeCardAudio(storage, upload);
    });

  route(
    app,
    { ...contract.createCard, preValidation: early(editableDeck) },
    ({ account, params, body, uploads }) =>
      createCard(
        pool,
        { ...params, editorId: account.id },
        body,
        storing(account, params.deckId, uploads[0]),
      ),
  );

  route(
    app,
    { ...contract.updateCard, preValidation: early(editableDeck) },
    ({ account, params, body, uploads }) =>
      updateCard(
        pool,
        { ...params, editor: editorOf(account) },
        body,
        storing(account, params.deckId, uploads[0]),
      ),
  );
};
