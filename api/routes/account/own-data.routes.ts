import type { FastifyPluginAsync } from 'fastify';
import { attachment } from '../../../core/deck-export/export-file-name.ts';
import {
  cancelOwnData,
  latestOwnData,
  ownDataFile,
  ownDataRun,
  requestOwnData,
} from '../../../core/own-data/own-data.run.ts';
import * as ownData from '../../../core/own-data/own-data.schema.ts';
import * as deletion from '../../../core/person/deletion.schema.ts';
import { askDeletion, deletionOf, keepAccount, proveByPassword } from '../../../core/person/deletion.ts';
import { changeRetention, previewRetention, retention } from '../../../core/person/retention.ts';
import { endWhenStalled, refusePart } from '../../live/file-answer.ts';
import { EXPORT_LIMIT } from '../../plugins/rate-limits.ts';
import type { Services } from '../../services.ts';
import { route } from '../route.ts';

/** What people have of their own data: a file of it, and the end of it. */
export const ownDataRoutes: FastifyPluginAsync<Services> = async (
  app,
  { database: { pool }, wakeUp, storage },
) => {
  route(app, ownData.getOwnData, ({ account }) => latestOwnData(pool, account.id));

  route(app, ownData.requestOwnData, async ({ account }) => {
    const data = await requestOwnData(pool, account.id);
    wakeUp.runWaits(ownDataRun);
    return data;
  });

  route(app, ownData.cancelOwnData, ({ account }) => cancelOwnData(pool, ownDataRun, account.id));

  route(
    app,
    { ...ownData.exportOwnData, exposeHeadRoute: false, config: { rateLimit: EXPORT_LIMIT } },
    async ({ account, headers }, _, reply) => {
      refusePart(headers, 'a file');
      const { key, bytes } = await ownDataFile(pool, account.id);
      endWhenStalled(reply);
      return reply
        .type('application/json; charset=utf-8')
        .header('content-length', bytes)
        .header('cache-control', 'no-store')
        .header('content-disposition', attachment('my-data.json'))
        .send(await storage.disk.getStream(key));
    },
  );

  route(app, deletion.getDeletion, ({ account }) => deletionOf(pool, account.id));

  route(
    app,
    { ...deletion.askDeletion, config: { underLoad: 'always' } },
    async ({ account, body, token }) => {
      // A stolen session must not be a way to try out passwords without limit.
      await app.loginGuard.session(account.id, token.id, () =>
        proveByPassword(pool, account.id, body.password),
      );
      return askDeletion(pool, account.id);
    },
  );

  route(app, deletion.keepAccount, ({ account }) => keepAccount(pool, account.id));

  route(app, deletion.previewRetention, ({ body }) => previewRetention(pool, body));

  route(app, deletion.changeRetention, async ({ account, body }) => {
    await changeRetention(pool, body, account.id);
    return retention(pool);
  });
};
