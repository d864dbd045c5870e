import type { FastifyPluginAsync } from 'fastify';
import { fileQuotas } from '../../../core/access/quotas.ts';
import * as contract from '../../../core/card/versions/card-version.schema.ts';
import { bringBack, versionsOfCard } from '../../../core/card/versions/card-versions.ts';
import { administers } from '../../../core/contract/roles.ts';
import { CARD_EDIT_LIMIT } from '../../plugins/rate-limits.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

export const cardVersionRoutes: FastifyPluginAsync<Services> = async (
  app,
  { config, database, directory, storage },
) => {
  const { pool } = database;
  const quotaOf = fileQuotas(pool, storage, config);

  const { changeableDeck } = guards(directory);

  route(app, contract.listCardVersions, changeableDeck, ({ params }) => versionsOfCard(pool, params));

  route(
    app,
    { ...contract.bringBackCardVersion, config: { rateLimit: CARD_EDIT_LIMIT } },
    changeableDeck,
    async ({ account: { id, role }, params, body }) => {
      const editor = { id, isAdmin: administers(role) };
      return bringBack(pool, quotaOf(role), { ...params, ...body, editor });
    },
  );
};
