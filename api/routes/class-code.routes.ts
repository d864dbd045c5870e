import { randomInt } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { requireOwnClass } from '../../core/classroom/class-access.ts';
import * as contract from '../../core/classroom/class-code.schema.ts';
import {
  changeCode,
  classOfCode,
  codeOfClass,
  endCode,
  joinByCode,
  renewCode,
} from '../../core/classroom/class-code.ts';
import { guardCode } from '../../core/code-guard.ts';
import { CLASS_CODE_LENGTH, codeOf } from '../../core/code-text.ts';
import { done, ok } from '../envelope.ts';
import type { Services } from '../services.ts';

export const classCodeRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { database, directory, clock } = services;
  const { pool } = database;

  const guesser = ({ account, ip }: FastifyRequest) => ({
    accountId: account.id,
    network: app.loginGuard.networkPlace('class code', ip),
  });

  app.route({
    ...contract.getClassCode,
    handler: async ({ account, params }) => {
      await requireOwnClass(directory, account, params.classId);
      return ok(await codeOfClass(pool, params.classId));
    },
  });

  app.route({
    ...contract.renewClassCode,
    handler: async ({ account, params, body }, reply) => {
      await requireOwnClass(directory, account, params.classId);
      const act = { classId: params.classId, actorId: account.id, now: clock.now() };
      const data = await renewCode(pool, act, body, () => codeOf(CLASS_CODE_LENGTH, randomInt));
      reply.status(201);
      return ok(data);
    },
  });

  app.route({
    ...contract.changeClassCode,
    handler: async ({ account, params, body }) => {
      await requireOwnClass(directory, account, params.classId);
      const act = { classId: params.classId, actorId: account.id, now: clock.now() };
      return ok(await changeCode(pool, act, body));
    },
  });

  app.route({
    ...contract.endClassCode,
    handler: async ({ account, params }) => {
      await requireOwnClass(directory, account, params.classId);
      await endCode(pool, { classId: params.classId, actorId: account.id });
      return done;
    },
  });

  app.route({
    ...contract.findClassByCode,
    handler: async (request) =>
      ok(await guardCode(pool, guesser(request), () => classOfCode(pool, request.params.code))),
  });

  app.route({
    ...contract.joinByCode,
    handler: async (request, reply) => {
      const { account, params } = request;
      const joined = await guardCode(pool, guesser(request), () =>
        joinByCode(database, params.code, account.id),
      );
      reply.status(201);
      return ok(joined);
    },
  });
};
