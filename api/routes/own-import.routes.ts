import { resolve } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requireEditableDeck, requireMaking } from '../../core/deck/deck-access.ts';
import { deckImportRun } from '../../core/deck-import/deck-import.run.ts';
import {
  cancelImport,
  checkImportAgain,
  confirmImport,
  createImport,
} from '../../core/deck-import/import-changes.ts';
import { STUDENT_IMPORT_MAX, TEACHER_FILES_MAX } from '../../core/deck-import/import-limits.ts';
import {
  importById,
  importProblems,
  ownImports,
  requireOwnImport,
  requireSeenImport,
} from '../../core/deck-import/import-list.ts';
import { importUploads } from '../../core/deck-import/import-uploads.ts';
import * as contract from '../../core/deck-import/own-import.schema.ts';
import { cancelScheduleImport } from '../../core/learning/schedule-import/schedule-import.run.ts';
import { parseRowId } from '../../core/row-id.ts';
import { ok, okWith } from '../envelope.ts';
import { streamImport } from '../import-stream.ts';
import { LiveImports } from '../live-imports.ts';
import { forms } from '../plugins/forms.ts';
import type { Services } from '../services.ts';

/** The two hundred megabytes of a teacher's files, over a slow line. */
const UPLOAD_MS = 60 * 60_000;

/** Imports of teachers and students: each changes nobody else's, and sees besides what comes into own decks. */
export const ownImportRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, database, directory, feed, storage, runWaits } = services;
  const { pool } = database;

  app.route({
    ...contract.listOwnImports,
    handler: async ({ account }) => ok(await ownImports(pool, account.id)),
  });

  app.route({
    ...contract.getOwnImport,
    handler: async ({ account, params }) => {
      await requireSeenImport(pool, params.importId, account.id);
      return ok(await importById(pool, params.importId));
    },
  });

  app.route({
    ...contract.getOwnImportProblems,
    handler: async ({ account, params, query }) => {
      await requireSeenImport(pool, params.importId, account.id);
      return okWith(await importProblems(pool, params.importId, query));
    },
  });

  app.route({
    ...contract.cancelOwnImport,
    handler: async ({ account, params }) => {
      await requireOwnImport(pool, params.importId, account.id);
      if (!(await cancelScheduleImport(pool, params.importId)))
        await cancelImport(pool, storage, params.importId, account.id);
      return ok(await importById(pool, params.importId));
    },
  });

  app.route({
    ...contract.checkOwnImportAgain,
    handler: async ({ account, params, body }, reply) => {
      await requireOwnImport(pool, params.importId, account.id);
      await checkImportAgain(pool, params.importId, { actorId: account.id, columns: body.columns });
      runWaits(deckImportRun);
      return reply.status(202).send(ok(await importById(pool, params.importId)));
    },
  });

  app.route({
    ...contract.confirmOwnImport,
    handler: async ({ account, params, query }, reply) => {
      await requireOwnImport(pool, params.importId, account.id);
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
    ...contract.watchOwnImport,
    // Whatever is asked for by `Accept`; the plugin's own refusal would be none of our errors.
    sse: 'manual',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      await requireSeenImport(pool, request.params.importId, request.account.id);
      await streamImport(live, request, reply);
    },
  });

  const importForm: FastifyPluginAsyncTypebox = async (form) => {
    const archiveMax = Math.min(config.IMPORT_ARCHIVE_MAX, TEACHER_FILES_MAX);
    await form.register(forms, {
      folder: resolve(config.DATA_DIR, 'uploads'),
      files: importUploads(archiveMax),
      filesMax: ({ account }) => (account.role === 'student' ? STUDENT_IMPORT_MAX : TEACHER_FILES_MAX),
      timeMs: UPLOAD_MS,
    });
    form.route({
      ...contract.createOwnImport,
      // Before two hundred megabytes arrive for nothing.
      preValidation: async ({ account }) => requireMaking(directory, account),
      handler: async ({ account, body, uploads }, reply) => {
        if (body.into_deck !== undefined)
          await requireEditableDeck(directory, account, parseRowId(body.into_deck) ?? 0);
        const id = await createImport(pool, storage, {
          ownerId: account.id,
          role: account.role,
          body,
          uploads,
        });
        runWaits(deckImportRun);
        return reply.status(202).send(ok({ id }));
      },
    });
  };
  await app.register(importForm);
};
