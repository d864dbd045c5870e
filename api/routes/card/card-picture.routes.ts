import { resolve } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type { KnownAccount, KnownDeck } from '../../../core/access/directory.ts';
import { atAnothers, fileQuotas } from '../../../core/access/quotas.ts';
import { removeFurtherFile } from '../../../core/card/card-changes.ts';
import type { CardPlace } from '../../../core/card/card-editor.ts';
import * as contract from '../../../core/card/card-picture.schema.ts';
import {
  CARD_PICTURE,
  removePicture,
  setPicture,
  storeCardPicture,
} from '../../../core/card/card-pictures.ts';
import { administers } from '../../../core/contract/roles.ts';
import type { StoredPicture } from '../../../core/files/stored-picture.ts';
import type { Upload } from '../../../core/files/upload.ts';
import { forms } from '../../plugins/forms.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { early, route } from '../route.ts';

export const cardPictureRoutes: FastifyPluginAsync<Services> = async (
  app,
  { config, database, directory, storage },
) => {
  const { changeableDeck } = guards(directory);
  const quotaOf = fileQuotas(database.pool, storage, config);

  const placeOf = <P>({ id, role }: KnownAccount, place: P): P & Pick<CardPlace, 'editor'> => ({
    ...place,
    editor: { id, isAdmin: administers(role) },
  });

  /**
   * A picture takes the room of the deck's owner, also when a colleague sends it; the administrator's decks have no
   * bound.
   */
  async function store(account: KnownAccount, deck: KnownDeck, upload: Upload): Promise<StoredPicture> {
    const isOwn = deck.ownerId === account.id;
    if (!administers(account.role))
      await atAnothers(quotaOf(account.role).requireRoom(deck.ownerId, upload), isOwn);
    return storeCardPicture(storage, upload);
  }

  await app.register(async (app) => {
    await app.register(forms, { folder: resolve(config.DATA_DIR, 'uploads'), files: [CARD_PICTURE] });
    route(
      app,
      { ...contract.setCardPicture, preValidation: early(changeableDeck) },
      changeableDeck,
      async ({ account, params, body, uploads: [upload] }, deck) => {
        const picture = upload && (await store(account, deck, upload));
        const place = placeOf(account, { ...params, seen: body.seen });
        return setPicture(database.pool, place, { picture, alt: body.alt });
      },
    );
  });

  route(app, contract.removeCardPicture, changeableDeck, ({ account, params, query }) =>
    removePicture(database.pool, placeOf(account, { ...params, ...query })),
  );

  route(app, contract.removeFurtherFile, changeableDeck, ({ account, params, query }) =>
    removeFurtherFile(database.pool, placeOf(account, params), query),
  );
};
