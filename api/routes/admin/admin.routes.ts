import { resolve } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import { requireManagedDeck } from '../../../core/access/deck-access.ts';
import type { KnownAccount } from '../../../core/access/directory.ts';
import { CARD_AUDIO, deleteCard, storeCardAudio, updateCard } from '../../../core/card/card-changes.ts';
import type { CardPlace } from '../../../core/card/card-editor.ts';
import { cardsOfDeck } from '../../../core/card/card-list.ts';
import * as cards from '../../../core/card/card-management.schema.ts';
import { orThrow } from '../../../core/contract/errors.ts';
import { studyDay } from '../../../core/learning/study-day.ts';
import { projections } from '../../../core/projections.ts';
import { getAdminHome } from '../../../core/site/admin-home.schema.ts';
import { adminHome } from '../../../core/site/admin-home.ts';
import * as decks from '../../../core/site/official-deck.schema.ts';
import {
  deleteAnyDeck,
  managedDeck,
  managedDecks,
  markOfficial,
  unmarkOfficial,
  updateOfficialDeck,
} from '../../../core/site/official-decks.ts';
import { forms } from '../../plugins/forms.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { early, route } from '../route.ts';

/** What the administrator sees of the site, and does with anybody's decks and cards. */
export const adminRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { clock, config, database, directory, storage } = services;
  const { pool, changes } = database;
  const { administeredDeck } = guards(directory);

  route(app, getAdminHome, ({ account }) =>
    adminHome(pool, {
      today: studyDay(clock.now(), account.timeZone),
      projections,
      dataDir: config.DATA_DIR,
      diskFreeMin: config.DISK_FREE_MIN,
    }),
  );

  route(app, decks.listManagedDecks, ({ query }) => managedDecks(pool, query));

  route(app, decks.markOfficial, async ({ account, body }) => {
    await markOfficial(pool, body.deck_id, body.official_button_label, account.id);
    return managedDeck(pool, body.deck_id);
  });

  route(app, decks.updateOfficialDeck, async ({ account, params, body }) => {
    await updateOfficialDeck(pool, params.deckId, body, account.id);
    return managedDeck(pool, params.deckId);
  });

  route(app, decks.unmarkOfficial, ({ account, params }) => unmarkOfficial(pool, params.deckId, account.id));

  route(app, decks.deleteAnyDeck, ({ account, params }) => deleteAnyDeck(changes, params.deckId, account.id));

  route(app, cards.searchCards, administeredDeck, ({ params, query }) =>
    cardsOfDeck(pool, params.deckId, query),
  );

  /** Returns where a card is. Throws `card_not_found`, or `deck_not_found` for one of a student's own. */
  const administeredCard = async ({
    account,
    params: { cardId },
  }: {
    account: KnownAccount;
    params: { cardId: number };
  }): Promise<CardPlace> => {
    const { deck } = orThrow(await directory.card(cardId), 'card_not_found');
    await requireManagedDeck(directory, account, deck.id);
    return { deckId: deck.id, cardId, editor: { id: account.id, isAdmin: true } };
  };

  route(app, cards.deleteAnyCard, administeredCard, (_, place) => deleteCard(pool, place));

  await app.register(async (form) => {
    await form.register(forms, { folder: resolve(config.DATA_DIR, 'uploads'), files: [CARD_AUDIO] });
    route(
      form,
      { ...cards.updateAnyCard, preValidation: early(administeredCard) },
      administeredCard,
      ({ body, uploads: [audio] }, place) =>
        updateCard(pool, place, body, audio && (() => storeCardAudio(storage, audio))),
    );
  });
};
