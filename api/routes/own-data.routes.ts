import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { attachment } from '../../core/deck-export/export-file-name.ts';
import { ownDataRun } from '../../core/own-data/own-data.run.ts';
import * as ownData from '../../core/own-data/own-data.schema.ts';
import {
  cancelOwnData,
  latestOwnData,
  ownDataFile,
  requestOwnData,
} from '../../core/own-data/own-data-requests.ts';
import * as deletion from '../../core/person/deletion.schema.ts';
import { askDeletion, deletionOf, keepAccount, proveByPassword } from '../../core/person/own-deletion.ts';
import { changeRetention, previewRetention, retention } from '../../core/person/retention.ts';
import { done, ok } from '../envelope.ts';
import { EXPORT_LIMIT } from '../plugins/rate-limits.ts';
import { refusePart } from '../refuse-part.ts';
import type { Services } from '../services.ts';

/** A reader that has taken nothing for so long is gone. */
const STALL_MS = 2 * 60_000;

/** What people have of their own data: a file of it, and the end of it. */
export const ownDataRoutes: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { database: { pool }, runWaits, storage },
) => {
  app.route({
    ...ownData.getOwnData,
    handler: async ({ account }) => ok(await latestOwnData(pool, account.id)),
  });

  app.route({
    ...ownData.requestOwnData,
    handler: async ({ account }, reply) => {
      const data = await requestOwnData(pool, account.id);
      runWaits(ownDataRun);
      return reply.status(202).send(ok(data));
    },
  });

  app.route({
    ...ownData.cancelOwnData,
    handler: async ({ account }) => ok(await cancelOwnData(pool, ownDataRun, account.id)),
  });

  app.route({
    ...ownData.exportOwnData,
    exposeHeadRoute: false,
    config: { rateLimit: EXPORT_LIMIT },
    handler: async ({ account, headers }, reply) => {
      refusePart(headers, 'a file');
      const { key, bytes } = await ownDataFile(pool, account.id);
      reply.raw.setTimeout(STALL_MS, () => reply.raw.destroy());
      return reply
        .type('application/json; charset=utf-8')
        .header('content-length', bytes)
        .header('cache-control', 'no-store')
        .header('content-disposition', attachment('my-data.json'))
        .send(await storage.disk.getStream(key));
    },
  });

  app.route({
    ...deletion.getDeletion,
    handler: async ({ account }) => ok(await deletionOf(pool, account.id)),
  });

  app.route({
    ...deletion.askDeletion,
    config: { underLoad: 'always' },
    handler: async ({ account, body, em, token }) => {
      // A stolen session must not be a way to try out passwords without limit.
      await app.loginGuard.session(account.id, token.id ?? '', () =>
        proveByPassword(em, account.id, body.password),
      );
      return ok(await askDeletion(pool, account.id));
    },
  });

  app.route({
    ...deletion.keepAccount,
    handler: async ({ account }) => {
      await keepAccount(pool, account.id);
      return done;
    },
  });

  app.route({
    ...deletion.previewRetention,
    handler: async ({ body }) => ok(await previewRetention(pool, body)),
  });

  app.route({
    ...deletion.changeRetention,
    handler: async ({ account, body }) => {
      await changeRetention(pool, body, account.id);
      return ok(await retention(pool));
    },
  });
};
