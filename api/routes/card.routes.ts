import { resolve } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '../../core/card/card.schema.ts';
import { CARD_AUDIO, storeCardAudio } from '../../core/card/card-audio.ts';
import { createCard, deleteCard, type StoreAudio, updateCard } from '../../core/card/card-changes.ts';
import { cardsOfDeck } from '../../core/card/card-list.ts';
import { requireDeck, requireEditableDeck } from '../../core/deck/deck-access.ts';
import type { KnownAccount } from '../../core/directory.ts';
import { atAnothers, fileQuotas } from '../../core/quotas.ts';
import type { Upload } from '../../core/upload.ts';
import { done, ok, okWith } from '../envelope.ts';
import { forms } from '../plugins/forms.ts';
import type { Services } from '../services.ts';

export const cardRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { database, directory } = services;

  app.route({
    ...contract.listCards,
    handler: async ({ account, params, query }) => {
      await requireDeck(directory, account, params.deckId);
      return okWith(await cardsOfDeck(database.pool, params.deckId, query));
    },
  });

  app.route({
    ...contract.deleteCard,
    handler: async ({ account, params, em }) => {
      await requireEditableDeck(directory, account, params.deckId);
      await deleteCard(em, { ...params, editorId: account.id });
      return done;
    },
  });

  await app.register(cardForms, services);
};

/** The calls that may bring an audio; the right to make them is checked before it is read. */
const cardForms: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { config, database, directory, storage },
) => {
  await app.register(forms, { folder: resolve(config.DATA_DIR, 'uploads'), files: [CARD_AUDIO] });

  const quotaOf = fileQuotas(database.pool, storage, config);
  /** Audio takes the room of the deck's owner, also when a colleague sends it. */
  const storing = (
    { id, role }: KnownAccount,
    deckId: number,
    upload: Upload | undefined,
  ): StoreAudio | undefined =>
    upload &&
    (async () => {
      const ownerId = (await directory.deck(deckId))?.ownerId ?? id;
      const room = quotaOf(role).requireRoom(ownerId, upload);
      await (ownerId === id ? room : atAnothers(room));
      return storeCardAudio(storage, upload);
    });

  app.route({
    ...contract.createCard,
    preValidation: async ({ account, params }) =>
      void (await requireEditableDeck(directory, account, params.deckId)),
    handler: async ({ account, params, body, em, uploads }, reply) => {
      const card = await createCard(
        em,
        { ...params, editorId: account.id },
        body,
        storing(account, params.deckId, uploads[0]),
      );
      return reply.status(201).send(ok(card));
    },
  });

  app.route({
    ...contract.updateCard,
    preValidation: async ({ account, params }) =>
      void (await requireEditableDeck(directory, account, params.deckId)),
    handler: async ({ account, params, body, em, uploads }) =>
      ok(
        await updateCard(
          em,
          { ...params, editorId: account.id },
          body,
          storing(account, params.deckId, uploads[0]),
        ),
      ),
  });
};
