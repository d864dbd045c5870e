import { randomBytes } from 'node:crypto';
import type { Http2SecureServer } from 'node:http2';
import { setTimeout as pause } from 'node:timers/promises';
import sse from '@fastify/sse';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { readCertificate } from '../core/process/certificate.ts';
import { trustedProxies } from '../core/process/config.ts';
import { UNLOGGED } from '../core/process/program-log.ts';
import { endSlowStreams, secureServer } from './guard/secure-connections.ts';
import { slowRequests } from './guard/slow-requests.ts';
import { admissionControl } from './plugins/admission-control.ts';
import { afterPosition } from './plugins/after-position.ts';
import { answerLimit } from './plugins/answer-limit.ts';
import { authentication } from './plugins/authentication.ts';
import { certificateRenewal } from './plugins/certificate-renewal.ts';
import { client, clientPages } from './plugins/client.ts';
import { contracts } from './plugins/contracts.ts';
import { documentation, documentationPage } from './plugins/documentation.ts';
import { errors, unroutable } from './plugins/error-handler.ts';
import { files } from './plugins/files.ts';
import { lettingIn } from './plugins/letting-in.ts';
import { rateLimits } from './plugins/rate-limits.ts';
import { pageHeaders, securityHeaders } from './plugins/security-headers.ts';
import { seenAccounts } from './plugins/seen-accounts.ts';
import { timeline } from './plugins/timeline-following.ts';
import { uploadLimits } from './plugins/upload-limits.ts';
import { accountRoutes } from './routes/account/account.routes.ts';
import { mailRoutes } from './routes/account/mail.routes.ts';
import { ownAccountRoutes } from './routes/account/own-account.routes.ts';
import { ownDataRoutes } from './routes/account/own-data.routes.ts';
import { schoolLoginRoutes } from './routes/account/school-login.routes.ts';
import { adminRoutes } from './routes/admin/admin.routes.ts';
import { auditRoutes } from './routes/admin/audit.routes.ts';
import { logRoutes } from './routes/admin/log.routes.ts';
import { personRoutes } from './routes/admin/person.routes.ts';
import { siteRoutes } from './routes/admin/site.routes.ts';
import { cardRoutes } from './routes/card/card.routes.ts';
import { cardAdditionRoutes } from './routes/card/card-addition.routes.ts';
import { cardEditRoutes } from './routes/card/card-edit.routes.ts';
import { cardPictureRoutes } from './routes/card/card-picture.routes.ts';
import { cardReportRoutes } from './routes/card/card-report.routes.ts';
import { cardVersionRoutes } from './routes/card/card-version.routes.ts';
import { classCodeRoutes } from './routes/classroom/class-code.routes.ts';
import { classProgressRoutes } from './routes/classroom/class-progress.routes.ts';
import { classroomRoutes } from './routes/classroom/classroom.routes.ts';
import { colleagueRoutes } from './routes/classroom/colleague.routes.ts';
import { rosterRoutes } from './routes/classroom/roster.routes.ts';
import { deckRoutes } from './routes/deck/deck.routes.ts';
import { deckExportRoutes } from './routes/deck/deck-export.routes.ts';
import { deckImportRoutes } from './routes/deck/deck-import.routes.ts';
import { deckShareRoutes } from './routes/deck/deck-share.routes.ts';
import { trashRoutes } from './routes/deck/trash.routes.ts';
import { examRoutes } from './routes/exam/exam.routes.ts';
import { submissionRoutes } from './routes/exam/submission.routes.ts';
import { learningRoutes } from './routes/learning/learning.routes.ts';
import { batchRoutes } from './routes/system/batch.routes.ts';
import { healthRoutes } from './routes/system/health.routes.ts';
import type { Services } from './services.ts';

/** A JSON body; uploads have limits of their own. */
const BODY_LIMIT = 64 * 1024;

/** A stream on which nothing has come for much longer than this is dead, and its reader opens another. */
const HEARTBEAT_MS = 5_000;

/** How long a server that ends still takes what has been sent to it. */
const DRAINING_MS = 250;

/** Returns numbers that no other process gives, so that a number in a user's report leads to one log line. */
function requestIds(): () => string {
  const run = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${run}-${++count}`;
}

/** Builds the server; listening is server.ts's business. */
export async function buildApp(services: Services, clientFolder: string): Promise<FastifyInstance> {
  const { config, database, directory, storage } = services;
  const proxies = trustedProxies(config);
  const certificate = readCertificate(config);
  const slow = slowRequests(config.REQUEST_TIMEOUT);
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: proxies.length > 0 && proxies,
    genReqId: requestIds(),
    // One line for what failed is worth more than two for every request.
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: config.LOG_LEVEL, redact: UNLOGGED },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // What still arrives while the server ends is served; the connection is closed after it.
    return503OnClosing: false,
    frameworkErrors: unroutable,
    ...slow,
    // Hides HTTP/2 from every route: otherwise the types of both servers would differ all the way down.
    ...((certificate ? { http2: true, https: await secureServer(certificate, slow.http) } : {}) as object),
  });

  app.server.maxConnections = config.MAX_CONNECTIONS;
  // A body is JSON or nothing; Fastify would read plain text as well.
  app.removeContentTypeParser('text/plain');
  await app.register(errors, {
    databaseIsFull: () => services.readiness.databaseIsFull(),
    // Of the database itself: what is known in memory may have been read before.
    isGone: async (id) =>
      (await database.pool.query('/* isGone */ select 1 from users where id = $1', [id])).rowCount === 0,
  });
  await app.register(timeline, { pool: database.pool, feed: services.feed });
  await app.register(contracts);
  await app.register(admissionControl, {
    metrics: services.metrics,
    waitMs: config.REQUEST_WAIT_MAX,
    atLeast: config.REQUESTS_AT_ONCE,
  });
  await app.register(answerLimit);
  if (certificate) {
    endSlowStreams(app.server as unknown as Http2SecureServer, config.REQUEST_TIMEOUT);
    await app.register(certificateRenewal, { config });
  }
  await app.register(securityHeaders);
  await app.register(underPressure, {
    maxEventLoopDelay: config.EVENT_LOOP_DELAY_MAX,
    retryAfter: 2,
    exposeStatusRoute: false,
  });
  await app.register(sse, { heartbeatInterval: HEARTBEAT_MS });
  if (config.API_DOCS) await app.register(documentation);
  await app.register(authentication, {
    secret: config.JWT_SECRET!,
    directory,
    limits: services.limits,
    accountRate: config.REQUESTS_PER_SECOND,
    addressRate: config.ADDRESS_REQUESTS_PER_SECOND,
    staffHours: config.STAFF_TOKEN_HOURS,
  });
  await app.register(seenAccounts, { pool: database.pool });
  await app.register(lettingIn, { database, passwords: services.passwords, secret: config.JWT_SECRET! });
  await app.register(rateLimits, { limits: services.limits });
  await app.register(uploadLimits, { ...config, pool: database.pool });
  await app.register(afterPosition, {
    pool: database.pool,
    onBehind: (partitions) => services.wakeUp.awaited(partitions),
  });
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    // A request that was not read yet sits on a connection that counts as idle or is not accepted. Closing these would
    // reset it. Meanwhile each answer says that its connection is closed after it.
    await pause(DRAINING_MS);
    // One that is busy when the server closes would be kept for another request, for more than a minute.
    const ending = setInterval(() => app.server.closeIdleConnections(), 50).unref();
    app.server.once('close', () => clearInterval(ending));
  });

  for (const routes of [
    accountRoutes,
    ownAccountRoutes,
    mailRoutes,
    schoolLoginRoutes,
    deckRoutes,
    deckShareRoutes,
    deckExportRoutes,
    cardRoutes,
    cardAdditionRoutes,
    cardPictureRoutes,
    cardEditRoutes,
    trashRoutes,
    cardReportRoutes,
    cardVersionRoutes,
    learningRoutes,
    classroomRoutes,
    classCodeRoutes,
    classProgressRoutes,
    colleagueRoutes,
    examRoutes,
    submissionRoutes,
    rosterRoutes,
    siteRoutes,
    adminRoutes,
    personRoutes,
    ownDataRoutes,
    auditRoutes,
    deckImportRoutes,
    logRoutes,
    batchRoutes,
    healthRoutes,
  ])
    await app.register(routes, services);

  const pagesOfClient = clientPages(clientFolder);
  await app.register(async (pages) => {
    await pages.register(pageHeaders, {
      storageUrl: config.STORAGE_URL,
      scripts: () => pagesOfClient().scripts,
    });
    if (config.API_DOCS) await pages.register(documentationPage);
    await pages.register(files, { storage });
    await pages.register(client, { folder: clientFolder, pages: pagesOfClient });
  });
  return app;
}
