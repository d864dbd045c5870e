import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { hashPassword } from '../../core/account/password.ts';
import { requireOwnClass } from '../../core/classroom/class-access.ts';
import type { Hash } from '../../core/first-password.ts';
import { givenLogins, givePasswords } from '../../core/roster/given-passwords.ts';
import * as contract from '../../core/roster/roster.schema.ts';
import { checkRoster } from '../../core/roster/roster-check.ts';
import { makeAccounts } from '../../core/roster/roster-making.ts';
import { renameStudent } from '../../core/roster/student-name.ts';
import { ok, okWith } from '../envelope.ts';
import { ROSTER_LIMIT } from '../plugins/rate-limits.ts';
import type { Services } from '../services.ts';

/** A thousand rows, as they are typed. */
const ROSTER_BYTES = 1024 ** 2;

export const rosterRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { database, directory, passwords } = services;
  const { pool } = database;

  /** A teacher's hashes wait in one line, in turn with logins. */
  const inLineOf =
    (teacherId: number): Hash =>
    (password) =>
      passwords.run({ isKnown: true, name: String(teacherId) }, () => hashPassword(password));

  app.route({
    ...contract.checkRoster,
    bodyLimit: ROSTER_BYTES,
    config: { rateLimit: ROSTER_LIMIT },
    handler: async ({ account, params, body }) => {
      await requireOwnClass(directory, account, params.classId);
      return ok(await checkRoster(pool, params.classId, body.rows));
    },
  });

  app.route({
    ...contract.makeRoster,
    bodyLimit: ROSTER_BYTES,
    config: { rateLimit: ROSTER_LIMIT },
    handler: async ({ account, params, body }, reply) => {
      await requireOwnClass(directory, account, params.classId);
      const part = { ...body, classId: params.classId, teacher: account };
      const slips = await makeAccounts(pool, part, inLineOf(account.id));
      reply.status(201);
      return ok(slips);
    },
  });

  app.route({
    ...contract.listGivenLogins,
    handler: async ({ account, params, query }) => {
      await requireOwnClass(directory, account, params.classId);
      return okWith(await givenLogins(pool, { classId: params.classId, teacherId: account.id }, query));
    },
  });

  app.route({
    ...contract.givePasswords,
    config: { rateLimit: ROSTER_LIMIT },
    handler: async ({ account, params, body }) => {
      await requireOwnClass(directory, account, params.classId);
      const whose = {
        classId: params.classId,
        teacherId: account.id,
        studentIds: [...new Set(body.student_ids)],
      };
      return ok(await givePasswords(pool, whose, inLineOf(account.id)));
    },
  });

  app.route({
    ...contract.renameStudent,
    handler: async ({ account, params, body }) => {
      await requireOwnClass(directory, account, params.classId);
      const name = await renameStudent(pool, { ...params, teacherId: account.id, name: body.name });
      return ok({ student_id: params.studentId, name });
    },
  });
};
