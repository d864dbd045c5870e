import type { FastifyPluginAsync } from 'fastify';
import { requireDeckToGive, requireMaking, requireOwnDeck } from '../../../core/access/deck-access.ts';
import { fileQuotas, quotasOf } from '../../../core/access/quotas.ts';
import { addressProofOf } from '../../../core/account/address-proof.ts';
import { copyDeck } from '../../../core/card/deck-copy.ts';
import { colleagueOf } from '../../../core/colleague/colleague-login.ts';
import { orThrow } from '../../../core/contract/errors.ts';
import * as deckContract from '../../../core/deck/deck.schema.ts';
import { deckById } from '../../../core/deck/deck-list.ts';
import * as contract from '../../../core/deck/sharing/deck-share.schema.ts';
import {
  changeShare,
  endShare,
  handDeckOver,
  shareDeck,
  shareOf,
  sharesOf,
} from '../../../core/deck/sharing/deck-shares.ts';
import { managedDeck } from '../../../core/site/official-decks.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

/** How teachers share, copy and hand over decks. */
export const deckShareRoutes: FastifyPluginAsync<Services> = async (
  app,
  { config, database: { pool }, directory, storage },
) => {
  const max = config.DECKS_MAX;
  const proof = addressProofOf(config);
  const quotaOf = fileQuotas(pool, storage, config);
  const files = quotaOf('teacher');
  const { ownDeck } = guards(directory);

  route(app, contract.listDeckShares, ownDeck, ({ params }) => sharesOf(pool, params.deckId));

  route(app, contract.shareDeck, ownDeck, async ({ account, params: { deckId }, body: { login, may } }) => {
    const { teacher_id: teacherId } = await colleagueOf(pool, { accountId: account.id, login, proof });
    await shareDeck(pool, { deckId, ownerId: account.id, teacherId, may });
    return shareOf(pool, deckId, teacherId);
  });

  route(app, contract.changeDeckShare, ownDeck, ({ account, params: { deckId, teacherId }, body: { may } }) =>
    changeShare(pool, { deckId, ownerId: account.id, teacherId, may }),
  );

  route(app, contract.endDeckShare, async ({ account, params: { deckId, teacherId } }) => {
    if (teacherId !== account.id) await requireOwnDeck(directory, account, deckId);
    await endShare(pool, { deckId, actorId: account.id, teacherId });
  });

  route(app, contract.handDeckOver, ownDeck, ({ account, params: { deckId }, body }) =>
    handDeckOver(pool, files, { deckId, actorId: account.id, teacherId: body.teacher_id, max }),
  );

  route(app, contract.handAnyDeckOver, async ({ account, params: { deckId }, body }) => {
    const { teacher_id: teacherId } = await colleagueOf(pool, { ...body, accountId: account.id, proof });
    await handDeckOver(pool, files, { deckId, actorId: account.id, teacherId, max, isAny: true });
    return managedDeck(pool, deckId);
  });

  route(app, deckContract.copyDeck, async ({ account, params: { deckId } }) => {
    await requireDeckToGive(directory, account, deckId);
    await requireMaking(directory, account);
    const { decks } = quotasOf(config, account.role);
    const id = await copyDeck(pool, quotaOf(account.role), { owner: account, deckId, max: decks });
    // Deleted in another window in this very moment.
    return orThrow(await deckById(pool, account, id), 'deck_not_found');
  });
};
