import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { guardCode } from '../../../core/access/code-guard.ts';
import * as contract from '../../../core/classroom/class-code.schema.ts';
import {
  changeCode,
  classOfCode,
  codeOfClass,
  endCodeOfClass,
  joinByCode,
  renewCode,
} from '../../../core/classroom/class-code.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

export const classCodeRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { database, directory, clock } = services;
  const { pool } = database;

  const guesser = ({ account, ip }: FastifyRequest) => ({
    accountId: account.id,
    network: app.loginGuard.networkPlace('class code', ip),
  });
  const { ownClass } = guards(directory);

  route(app, contract.getClassCode, ownClass, ({ params }) => codeOfClass(pool, params.classId));

  route(app, contract.renewClassCode, ownClass, async ({ account, params, body }) => {
    const change = { classId: params.classId, actorId: account.id, now: clock.now() };
    return renewCode(pool, change, body);
  });

  route(app, contract.changeClassCode, ownClass, async ({ account, params, body }) => {
    const change = { classId: params.classId, actorId: account.id, now: clock.now() };
    return changeCode(pool, change, body);
  });

  route(app, contract.endClassCode, ownClass, ({ account, params }) =>
    endCodeOfClass(pool, { classId: params.classId, actorId: account.id }),
  );

  route(app, contract.findClassByCode, (request) =>
    guardCode(pool, guesser(request), () => classOfCode(pool, request.params.code)),
  );

  route(app, contract.joinByCode, async (request) => {
    const { account, params } = request;
    return guardCode(pool, guesser(request), () => joinByCode(database, params.code, account.id));
  });
};
