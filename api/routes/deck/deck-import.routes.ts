import { resolve } from 'node:path';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { requireEditableDeck } from '../../../core/access/deck-access.ts';
import type { KnownAccount } from '../../../core/access/directory.ts';
import type { Access } from '../../../core/contract/endpoint.ts';
import { learns } from '../../../core/contract/roles.ts';
import { parseRowId } from '../../../core/contract/row-id.ts';
import { deckImportRun } from '../../../core/deck-import/deck-import.run.ts';
import * as contract from '../../../core/deck-import/deck-import.schema.ts';
import { deckFileSchema } from '../../../core/deck-import/formats/deck-file-schema.ts';
import {
  cancelImport,
  checkImportAgain,
  confirmImport,
  createImport,
  importUploads,
} from '../../../core/deck-import/import-changes.ts';
import { STUDENT_IMPORT_MAX, TEACHER_FILES_MAX } from '../../../core/deck-import/import-limits.ts';
import {
  importById,
  importProblems,
  latestImports,
  ownImports,
  requireImportOfStaff,
  requireOwnImport,
  requireSeenImport,
} from '../../../core/deck-import/import-list.ts';
import { checkedCards, mendCard } from '../../../core/deck-import/import-mends.ts';
import * as ownContract from '../../../core/deck-import/own-import.schema.ts';
import { cancelScheduleImport } from '../../../core/learning/schedule-import/schedule-import.run.ts';
import { refusePart } from '../../live/file-answer.ts';
import { Watchers } from '../../live/watchers.ts';
import { forms } from '../../plugins/forms.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { early, route } from '../route.ts';

/** Two gigabytes take that long over the slowest line on which anybody would try. */
const ADMIN_UPLOAD_MS = 6 * 60 * 60_000;

/** The two hundred megabytes of a teacher's files, over a slow line. */
const OWN_UPLOAD_MS = 60 * 60_000;

interface OfImport {
  account: KnownAccount;
  params: { importId: number };
}

/** What is different between the administrator's imports and those of teachers and students. */
interface Party {
  contracts: {
    [N in keyof typeof ownContract]: Omit<(typeof ownContract)[N], 'url' | 'access'> & {
      url: string;
      access: Access;
    };
  };
  list(account: KnownAccount): ReturnType<typeof ownImports>;
  /** The rights to look at an import, and to change it. */
  seen(request: OfImport): Promise<unknown>;
  own(request: OfImport): Promise<unknown>;
  cancel(request: OfImport): Promise<unknown>;
  /** The right to make one: before its files arrive, and when its texts are there. */
  making(request: { account: KnownAccount }): Promise<unknown>;
  into(account: KnownAccount, deckId: string | undefined): Promise<unknown>;
  archiveMax: number;
  filesMax?: (request: FastifyRequest) => number;
  uploadMs: number;
}

/** Imports of the administrator; and those of teachers and students, who see besides what comes into own decks. */
export const deckImportRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { config, database, directory, storage } = services;
  const { pool } = database;
  const { making } = guards(directory);

  route(app, contract.getDeckFileSchema, () => deckFileSchema);

  const live = new Watchers(services, ({ table, id }) => {
    if (table === 'deck_imports') live.changed(id);
  });
  // Before connections are waited for, which these would keep open.
  app.addHook('preClose', async () => live.close());

  const ofStaff = ({ params }: OfImport) => requireImportOfStaff(pool, params.importId);
  const cancelAny = ({ account, params: { importId } }: OfImport) =>
    cancelImport(pool, storage, importId, account.id);
  await importRoutes(app, services, live, {
    contracts: contract,
    list: () => latestImports(pool),
    seen: ofStaff,
    own: ofStaff,
    cancel: cancelAny,
    making: async () => {},
    into: async () => {},
    archiveMax: config.IMPORT_ARCHIVE_MAX,
    uploadMs: ADMIN_UPLOAD_MS,
  });
  await importRoutes(app, services, live, {
    contracts: ownContract,
    list: (account) => ownImports(pool, account.id),
    seen: ({ account, params }) => requireSeenImport(pool, params.importId, account.id),
    own: ({ account, params }) => requireOwnImport(pool, params.importId, account.id),
    cancel: async (request) =>
      (await cancelScheduleImport(pool, request.params.importId)) || cancelAny(request),
    making,
    into: async (account, deckId) =>
      deckId !== undefined && requireEditableDeck(directory, account, parseRowId(deckId) ?? 0),
    archiveMax: Math.min(config.IMPORT_ARCHIVE_MAX, TEACHER_FILES_MAX),
    filesMax: ({ account }) => (learns(account.role) ? STUDENT_IMPORT_MAX : TEACHER_FILES_MAX),
    uploadMs: OWN_UPLOAD_MS,
  });
};

async function importRoutes(
  app: FastifyInstance,
  { config, database: { pool }, wakeUp, storage }: Services,
  live: Watchers,
  { contracts, list, seen, own, cancel, making, into, archiveMax, filesMax, uploadMs }: Party,
): Promise<void> {
  route(app, contracts.listImports, ({ account }) => list(account));

  route(app, contracts.getImport, seen, ({ params }) => importById(pool, params.importId));

  route(app, contracts.getImportProblems, seen, ({ params, query }) =>
    importProblems(pool, params.importId, query),
  );

  route(app, contracts.listImportCards, own, async ({ params, query: { after, wrong } }) => ({
    success: true as const,
    ...(await checkedCards(pool, params.importId, { after, isWrongOnly: wrong === '1' })),
  }));

  route(app, contracts.mendImportCard, own, ({ params, body }) => mendCard(pool, params, body));

  route(app, contracts.cancelImport, own, async (request) => {
    await cancel(request);
    return importById(pool, request.params.importId);
  });

  route(app, contracts.checkImportAgain, own, async ({ account, params, body }) => {
    await checkImportAgain(pool, params.importId, { actorId: account.id, columns: body.columns });
    wakeUp.runWaits(deckImportRun);
    return importById(pool, params.importId);
  });

  route(app, contracts.confirmImport, own, async ({ account, params, query }) => {
    const leaveOut = query.leave_out === '1';
    await confirmImport(pool, params.importId, { actorId: account.id, leaveOut });
    wakeUp.runWaits(deckImportRun);
    return importById(pool, params.importId);
  });

  route(
    app,
    {
      ...contracts.watchImport,
      // Whatever is asked for by `Accept`; the plugin's own refusal would be none of our errors.
      sse: 'manual',
      exposeHeadRoute: false,
    },
    seen,
    async (request, _, reply) => {
      await importById(pool, request.params.importId);
      refusePart(request.headers, 'a stream');
      await live.open(request.params.importId, request, reply);
    },
  );

  await app.register(async (form) => {
    await form.register(forms, {
      folder: resolve(config.DATA_DIR, 'uploads'),
      files: importUploads(archiveMax),
      filesMax,
      timeMs: uploadMs,
    });
    route(
      form,
      // Before two hundred megabytes arrive for nothing.
      { ...contracts.createImport, preValidation: early(making) },
      async ({ account, body, uploads }) => {
        await into(account, body.into_deck);
        const id = await createImport(pool, storage, {
          ownerId: account.id,
          role: account.role,
          body,
          uploads,
        });
        wakeUp.runWaits(deckImportRun);
        return { id };
      },
    );
  });
}
