import type { FastifyPluginAsync } from 'fastify';
import type { Hash } from '../../../core/account/first-password.ts';
import { hashPassword } from '../../../core/account/password.ts';
import { givenLogins, givePasswords } from '../../../core/roster/given-passwords.ts';
import * as contract from '../../../core/roster/roster.schema.ts';
import { checkRoster, makeAccounts } from '../../../core/roster/roster-making.ts';
import { renameStudent } from '../../../core/roster/student-name.ts';
import { ROSTER_LIMIT } from '../../plugins/rate-limits.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

/** A thousand rows, as they are typed. */
const ROSTER_BYTES = 1024 ** 2;

export const rosterRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { database, directory, passwords } = services;
  const { pool } = database;

  /** A teacher's hashes wait in one line, in turn with logins. */
  const inLineOf =
    (teacherId: number): Hash =>
    (password) =>
      passwords.run({ isKnown: true, name: String(teacherId) }, () => hashPassword(password));
  const { ownClass } = guards(directory);

  route(
    app,
    { ...contract.checkRoster, bodyLimit: ROSTER_BYTES, config: { rateLimit: ROSTER_LIMIT } },
    ownClass,
    ({ params, body }) => checkRoster(pool, params.classId, body.rows),
  );

  route(
    app,
    { ...contract.makeRoster, bodyLimit: ROSTER_BYTES, config: { rateLimit: ROSTER_LIMIT } },
    ownClass,
    async ({ account, params, body }) => {
      const part = { ...body, classId: params.classId, teacher: account };
      return makeAccounts(pool, part, inLineOf(account.id));
    },
  );

  route(app, contract.listGivenLogins, ownClass, ({ account, params, query }) =>
    givenLogins(pool, { classId: params.classId, teacherId: account.id }, query),
  );

  route(
    app,
    { ...contract.givePasswords, config: { rateLimit: ROSTER_LIMIT } },
    ownClass,
    async ({ account, params, body }) => {
      const whose = {
        classId: params.classId,
        teacherId: account.id,
        studentIds: [...new Set(body.student_ids)],
      };
      return givePasswords(pool, whose, inLineOf(account.id));
    },
  );

  route(app, contract.renameStudent, ownClass, async ({ account, params, body }) => {
    const name = await renameStudent(pool, { ...params, teacherId: account.id, name: body.name });
    return { student_id: params.studentId, name };
  });
};
