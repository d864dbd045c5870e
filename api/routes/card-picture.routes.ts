import { resolve } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { EntityManager } from '@mikro-orm/postgresql';
import { inTheBook } from '../../core/card/administered-card.ts';
import type { Card } from '../../core/card/card.schema.ts';
import * as contract from '../../core/card/card-picture.schema.ts';
import {
  CARD_PICTURE,
  type PicturePlace,
  removePicture,
  type StoredPicture,
  setPicture,
  storeCardPicture,
} from '../../core/card/card-pictures.ts';
import { requireEditableDeck, requireManagedDeck } from '../../core/deck/deck-access.ts';
import type { KnownAccount, KnownDeck } from '../../core/directory.ts';
import { atAnothers, fileQuotas } from '../../core/quotas.ts';
import type { Upload } from '../../core/upload.ts';
import { ok } from '../envelope.ts';
import { forms } from '../plugins/forms.ts';
import type { Services } from '../services.ts';

export const cardPictureRoutes: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { config, database, directory, storage },
) => {
  const quotaOf = fileQuotas(database.pool, storage, config);

  /** The administrator changes the cards of any deck but a student's own. */
  const requireDeck = (account: KnownAccount, deckId: number): Promise<KnownDeck> =>
    account.role === 'admin'
      ? requireManagedDeck(directory, deckId)
      : requireEditableDeck(directory, account, deckId);

  /** What the administrator does to somebody's card goes into the book of acts. */
  const changing = (
    { id, role }: KnownAccount,
    place: PicturePlace,
    em: EntityManager,
    change: (em: EntityManager, place: PicturePlace) => Promise<Card>,
  ): Promise<Card> => {
    const { deckId, cardId } = place;
    return role === 'admin'
      ? inTheBook(em, { actorId: id, act: 'card.changed', deckId, cardId }, (tx) => change(tx, place))
      : change(em, { ...place, editorId: id });
  };

  /** A picture takes the room of the deck's owner, also when a colleague sends it; the administrator's decks have no bound. */
  async function store(account: KnownAccount, deck: KnownDeck, upload: Upload): Promise<StoredPicture> {
    if (account.role !== 'admin') {
      const room = quotaOf(account.role).requireRoom(deck.ownerId, upload);
      await (deck.ownerId === account.id ? room : atAnothers(room));
    }
    return storeCardPicture(storage, upload);
  }

  const form: FastifyPluginAsyncTypebox = async (app) => {
    await app.register(forms, { folder: resolve(config.DATA_DIR, 'uploads'), files: [CARD_PICTURE] });
    app.route({
      ...contract.setCardPicture,
      preValidation: async ({ account, params }) => void (await requireDeck(account, params.deckId)),
      handler: async ({ account, params, body, em, uploads: [upload] }) => {
        const deck = await requireDeck(account, params.deckId);
        const picture = upload && (await store(account, deck, upload));
        return ok(
          await changing(account, { ...params, seen: body.seen }, em, (tx, place) =>
            setPicture(tx, place, { picture, alt: body.alt }),
          ),
        );
      },
    });
  };
  await app.register(form);

  app.route({
    ...contract.removeCardPicture,
    handler: async ({ account, params, query, em }) => {
      await requireDeck(account, params.deckId);
      return ok(await changing(account, { ...params, ...query }, em, removePicture));
    },
  });
};
