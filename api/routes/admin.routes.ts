import { resolve } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { getAdminHome } from '../../core/admin/admin-home.schema.ts';
import { adminHome } from '../../core/admin/admin-home.ts';
import { inTheBook } from '../../core/card/administered-card.ts';
import { CARD_AUDIO, storeCardAudio } from '../../core/card/card-audio.ts';
import { deleteCard, updateCard } from '../../core/card/card-changes.ts';
import { cardsOfDeck } from '../../core/card/card-list.ts';
import * as cards from '../../core/card/card-management.schema.ts';
import { requireManagedDeck } from '../../core/deck/deck-access.ts';
import * as decks from '../../core/deck/official-deck.schema.ts';
import {
  deleteAnyDeck,
  managedDeck,
  managedDecks,
  markOfficial,
  unmarkOfficial,
  updateOfficialDeck,
} from '../../core/deck/official-decks.ts';
import { AppError } from '../../core/errors.ts';
import { studyDay } from '../../core/learning/study-day.ts';
import { projections } from '../../core/projections.ts';
import { done, ok, okWith } from '../envelope.ts';
import { forms } from '../plugins/forms.ts';
import type { Services } from '../services.ts';

/** What the administrator sees of the site, and does with anybody's decks and cards. */
export const adminRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { clock, config, database, directory, storage } = services;
  const { pool, changes } = database;

  app.route({
    ...getAdminHome,
    handler: async ({ account }) =>
      ok(
        await adminHome(pool, {
          today: studyDay(clock.now(), account.timeZone),
          projections,
          dataDir: config.DATA_DIR,
          diskFreeMin: config.DISK_FREE_MIN,
        }),
      ),
  });

  app.route({
    ...decks.listManagedDecks,
    handler: async ({ query }) => okWith(await managedDecks(pool, query)),
  });

  app.route({
    ...decks.markOfficial,
    handler: async ({ account, body }, reply) => {
      await markOfficial(pool, body.deck_id, body.official_button_label, account.id);
      return reply.status(201).send(ok(await managedDeck(pool, body.deck_id)));
    },
  });

  app.route({
    ...decks.updateOfficialDeck,
    handler: async ({ account, params, body }) => {
      await updateOfficialDeck(pool, params.deckId, body, account.id);
      return ok(await managedDeck(pool, params.deckId));
    },
  });

  app.route({
    ...decks.unmarkOfficial,
    handler: async ({ account, params }) => {
      await unmarkOfficial(pool, params.deckId, account.id);
      return done;
    },
  });

  app.route({
    ...decks.deleteAnyDeck,
    handler: async ({ account, params }) => {
      await deleteAnyDeck(changes, params.deckId, account.id);
      return done;
    },
  });

  app.route({
    ...cards.searchCards,
    handler: async ({ params, query }) => {
      await requireManagedDeck(directory, params.deckId);
      return okWith(await cardsOfDeck(pool, params.deckId, query));
    },
  });

  /** Returns where a card is. Throws `card_not_found`, or `deck_not_found` for one of a student's own. */
  const placeOf = async (cardId: number) => {
    const deck = await directory.deckOfCard(cardId);
    if (!deck) throw new AppError('card_not_found');
    await requireManagedDeck(directory, deck.id);
    return { deckId: deck.id, cardId };
  };

  app.route({
    ...cards.deleteAnyCard,
    handler: async ({ account, params, em }) => {
      const place = await placeOf(params.cardId);
      const act = { actorId: account.id, act: 'card.deleted', ...place } as const;
      await inTheBook(em, act, (tx) => deleteCard(tx, { ...place, by: account.id }));
      return done;
    },
  });

  const cardForm: FastifyPluginAsyncTypebox = async (form) => {
    await form.register(forms, { folder: resolve(config.DATA_DIR, 'uploads'), files: [CARD_AUDIO] });
    form.route({
      ...cards.updateAnyCard,
      preValidation: async ({ params }) => void (await placeOf(params.cardId)),
      handler: async ({ account, params, body, em, uploads: [audio] }) => {
        const place = await placeOf(params.cardId);
        const act = { actorId: account.id, act: 'card.changed', ...place } as const;
        const storeAudio = audio && (() => storeCardAudio(storage, audio));
        return ok(await inTheBook(em, act, (tx) => updateCard(tx, place, body, storeAudio)));
      },
    });
  };
  await app.register(cardForm);
};
