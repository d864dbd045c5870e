import type { FastifyPluginAsync } from 'fastify';
import { hashPassword } from '../../../core/account/password.ts';
import { removeErasedFiles } from '../../../core/files/unused-files.ts';
import { deletePeople } from '../../../core/person/deletion.ts';
import * as contract from '../../../core/person/person.schema.ts';
import { isDeletion } from '../../../core/person/person.schema.ts';
import { changePeople, changeRole } from '../../../core/person/person-changes.ts';
import { onePerson, people, peopleCsv, privateDecks } from '../../../core/person/person-list.ts';
import { searchSite } from '../../../core/person/site-search.ts';
import { sendCsv } from '../../live/file-answer.ts';
import { EXPORT_LIMIT } from '../../plugins/rate-limits.ts';
import type { Services } from '../../services.ts';
import { route } from '../route.ts';

/** What the administrator sees of people, and does to their accounts. */
export const personRoutes: FastifyPluginAsync<Services> = async (
  app,
  { database: { pool, changes }, directory, passwords, storage },
) => {
  const removeFiles = (keys: string[]) =>
    removeErasedFiles(changes, storage, keys).catch((error: unknown) => {
      // The account is gone already; what nothing refers to is removed later.
      app.log.warn(error, 'files of an erased account were not removed');
    });

  // What ends here has ended when it is answered: of a change this process hears some moments later.
  const reload = (ids: readonly number[]) => Promise.all(ids.map((id) => directory.reload('users', id)));

  route(app, contract.listPeople, ({ query }) => people(pool, query));

  route(app, contract.searchSite, ({ query }) => searchSite(pool, query.search));

  route(
    app,
    { ...contract.exportPeople, exposeHeadRoute: false, config: { rateLimit: EXPORT_LIMIT } },
    (request, _, reply) =>
      sendCsv(request, reply, { name: 'people.csv', rows: () => peopleCsv(pool, request.query) }),
  );

  route(app, contract.getPerson, ({ params }) => onePerson(pool, params.personId));

  route(app, contract.listPrivateDecks, ({ params, query }) => privateDecks(pool, params.personId, query));

  route(app, contract.changePeople, async ({ account, body: { change, person_ids: ids } }) => {
    const actorId = account.id;
    if (isDeletion(change)) return deletePeople(changes, { actorId, change, ids, removeFiles });
    const changed = await changePeople(pool, {
      actorId,
      change,
      ids,
      // In a line of the caller's own, so that logins do not wait behind a hundred passwords.
      hash: (password) =>
        passwords.run({ isKnown: true, name: `given by ${account.id}` }, () => hashPassword(password)),
    });
    await reload(ids);
    return changed;
  });

  route(app, contract.changeRole, async ({ account, params, body }) => {
    await changeRole(pool, { actorId: account.id, personId: params.personId, role: body.role });
    await reload([params.personId]);
    return onePerson(pool, params.personId);
  });
};
