import { resolve } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { deckFileSchema } from '../../core/deck-import/deck-file-schema.ts';
import { deckImportRun } from '../../core/deck-import/deck-import.run.ts';
import * as contract from '../../core/deck-import/deck-import.schema.ts';
import {
  cancelImport,
  checkImportAgain,
  confirmImport,
  createImport,
} from '../../core/deck-import/import-changes.ts';
import { importById, importProblems, latestImports } from '../../core/deck-import/import-list.ts';
import { importUploads } from '../../core/deck-import/import-uploads.ts';
import { ok, okWith } from '../envelope.ts';
import { streamImport } from '../import-stream.ts';
import { LiveImports } from '../live-imports.ts';
import { forms } from '../plugins/forms.ts';
import type { Services } from '../services.ts';

/** Two gigabytes take that long over the slowest line on which anybody would try. */
const UPLOAD_MS = 6 * 60 * 60_000;

export const deckImportRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, database, feed, storage, runWaits } = services;
  const { pool } = database;

  app.route({ ...contract.getDeckFileSchema, handler: async () => deckFileSchema });

  app.route({
    ...contract.listImports,
    handler: async () => ok(await latestImports(pool)),
  });

  app.route({
    ...contract.getImport,
    handler: async ({ params }) => ok(await importById(pool, params.importId)),
  });

  app.route({
    ...contract.getImportProblems,
    handler: async ({ params, query }) => okWith(await importProblems(pool, params.importId, query)),
  });

  app.route({
    ...contract.cancelImport,
    handler: async ({ account, params }) => {
      await cancelImport(pool, storage, params.importId, account.id);
      return ok(await importById(pool, params.importId));
    },
  });

  app.route({
    ...contract.checkImportAgain,
    handler: async ({ account, params, body }, reply) => {
      await checkImportAgain(pool, params.importId, { actorId: account.id, columns: body.columns });
      runWaits(deckImportRun);
      return reply.status(202).send(ok(await importById(pool, params.importId)));
    },
  });

  app.route({
    ...contract.confirmImport,
    handler: async ({ account, params, query }, reply) => {
      const leaveOut = query.leave_out === '1';
      await confirmImport(pool, params.importId, { actorId: account.id, leaveOut });
      runWaits(deckImportRun);
      return reply.status(202).send(ok(await importById(pool, params.importId)));
    },
  });

  const live = new LiveImports(feed);
  // Before connections are waited for, which these would keep open.
  app.addHook('preClose', async () => live.close());

  app.route({
    ...contract.watchImport,
    // Whatever is asked for by `Accept`; the plugin's own refusal would be none of our errors.
    sse: 'manual',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      await importById(pool, request.params.importId);
      await streamImport(live, request, reply);
    },
  });

  const importForm: FastifyPluginAsyncTypebox = async (form) => {
    await form.register(forms, {
      folder: resolve(config.DATA_DIR, 'uploads'),
      files: importUploads(config.IMPORT_ARCHIVE_MAX),
      timeMs: UPLOAD_MS,
    });
    form.route({
      ...contract.createImport,
      handler: async ({ account, body, uploads }, reply) => {
        const id = await createImport(pool, storage, { ownerId: account.id, role: 'admin', body, uploads });
        runWaits(deckImportRun);
        return reply.status(202).send(ok({ id }));
      },
    });
  };
  await app.register(importForm);
};
