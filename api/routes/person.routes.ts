import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { hashPassword } from '../../core/account/password.ts';
import { onePerson } from '../../core/person/one-person.ts';
import { deletePeople } from '../../core/person/people-deletion.ts';
import * as contract from '../../core/person/person.schema.ts';
import { isDeletion } from '../../core/person/person.schema.ts';
import { changePeople, changeRole } from '../../core/person/person-changes.ts';
import { peopleCsv } from '../../core/person/person-csv.ts';
import { people } from '../../core/person/person-list.ts';
import { sendCsv } from '../csv-answer.ts';
import { ok, okWith } from '../envelope.ts';
import { EXPORT_LIMIT } from '../plugins/rate-limits.ts';
import type { Services } from '../services.ts';

/** What the administrator sees of people, and does to their accounts. */
export const personRoutes: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { database: { pool, changes }, passwords, storage },
) => {
  const removeFiles = async (keys: string[]) => {
    for (const key of keys)
      await storage.disk.delete(key).catch((error: unknown) => {
        // The account is gone already; what nothing refers to is removed later.
        app.log.warn(error, 'a file of own data was not removed');
      });
  };

  app.route({
    ...contract.listPeople,
    handler: async ({ query }) => okWith(await people(pool, query)),
  });

  app.route({
    ...contract.exportPeople,
    exposeHeadRoute: false,
    config: { rateLimit: EXPORT_LIMIT },
    handler: async (request, reply) =>
      sendCsv(request, reply, { name: 'people.csv', rows: () => peopleCsv(pool, request.query) }),
  });

  app.route({
    ...contract.getPerson,
    handler: async ({ params }) => ok(await onePerson(pool, params.personId)),
  });

  app.route({
    ...contract.changePeople,
    handler: async ({ account, body: { change, person_ids: ids } }) => {
      const actorId = account.id;
      if (isDeletion(change)) return ok(await deletePeople(changes, { actorId, change, ids, removeFiles }));
      return ok(
        await changePeople(pool, {
          actorId,
          change,
          ids,
          // In a line of the caller's own, so that logins do not wait behind a hundred passwords.
          hash: (password) =>
            passwords.run({ isKnown: true, name: `given by ${account.id}` }, () => hashPassword(password)),
        }),
      );
    },
  });

  app.route({
    ...contract.changeRole,
    handler: async ({ account, params, body }) => {
      await changeRole(pool, { actorId: account.id, personId: params.personId, role: body.role });
      return ok(await onePerson(pool, params.personId));
    },
  });
};
