import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requireClassOwner, requireOwnClass } from '../../core/classroom/class-access.ts';
import { classTeachers, handOver, removeTeacher } from '../../core/colleague/class-teachers.ts';
import * as contract from '../../core/colleague/colleague.schema.ts';
import {
  accept,
  decline,
  invite,
  offeredByLink,
  offeredClasses,
  takeBack,
} from '../../core/colleague/invitation.ts';
import { done, ok } from '../envelope.ts';
import type { Services } from '../services.ts';

/** The teachers of a class: invited and taken out, and the owner's place handed over. */
export const colleagueRoutes: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { config, database: { pool }, directory },
) => {
  const max = config.CLASSES_MAX;

  app.route({
    ...contract.listClassTeachers,
    handler: async ({ account, params: { classId } }) => {
      const { teacherId } = await requireOwnClass(directory, account, classId);
      return ok(await classTeachers(pool, classId, teacherId === account.id));
    },
  });

  app.route({
    ...contract.inviteTeacher,
    handler: async ({ account, params: { classId }, body }, reply) => {
      await requireClassOwner(directory, account, classId);
      const made = await invite(pool, { classId, ownerId: account.id, email: body.email });
      reply.status(201);
      return ok(made);
    },
  });

  app.route({
    ...contract.takeBackInvitation,
    handler: async ({ account, params: { classId, invitationId } }) => {
      await requireClassOwner(directory, account, classId);
      await takeBack(pool, { classId, ownerId: account.id, id: invitationId });
      return done;
    },
  });

  app.route({
    ...contract.removeTeacher,
    handler: async ({ account, params }) => {
      await requireOwnClass(directory, account, params.classId);
      await removeTeacher(pool, { ...params, actorId: account.id });
      return done;
    },
  });

  app.route({
    ...contract.handOverClass,
    handler: async ({ account, params: { classId }, body }) => {
      await requireClassOwner(directory, account, classId);
      await handOver(pool, { ...body, classId, actorId: account.id, by: 'owner', max });
      return done;
    },
  });

  app.route({
    ...contract.handOverAnyClass,
    handler: async ({ account, params: { classId }, body }) => {
      await handOver(pool, { ...body, classId, actorId: account.id, by: 'admin', max });
      return done;
    },
  });

  app.route({
    ...contract.listOfferedClasses,
    handler: async ({ account }) => ok(await offeredClasses(pool, account.id)),
  });

  app.route({
    ...contract.acceptInvitation,
    handler: async ({ account, params }) => ok(await accept(pool, { id: params.invitationId }, account.id)),
  });

  app.route({
    ...contract.declineInvitation,
    handler: async ({ account, params }) => {
      await decline(pool, params.invitationId, account.id);
      return done;
    },
  });

  app.route({
    ...contract.findInvitation,
    handler: async ({ params }) => ok(await offeredByLink(pool, params.token)),
  });

  app.route({
    ...contract.acceptInvitationLink,
    handler: async ({ account, params }) => ok(await accept(pool, { token: params.token }, account.id)),
  });
};
