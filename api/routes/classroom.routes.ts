import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requireClass, requireClassOwner, requireOwnClass } from '../../core/classroom/class-access.ts';
import * as archive from '../../core/classroom/class-archive.schema.ts';
import { archiveClass, bringBackClass } from '../../core/classroom/class-archive.ts';
import { copyClass } from '../../core/classroom/class-copy.ts';
import { updateClassDeck } from '../../core/classroom/class-way.schema.ts';
import { setClassWay } from '../../core/classroom/class-way.ts';
import * as contract from '../../core/classroom/classroom.schema.ts';
import {
  addDeck,
  createClass,
  deleteClass,
  removeDeck,
  renameClass,
} from '../../core/classroom/classroom-changes.ts';
import {
  classById,
  classesOf,
  joinRequests,
  ownJoinRequests,
  studentsOfTeacher,
} from '../../core/classroom/classroom-list.ts';
import { approve, leave, reject, removeMember, requestToJoin } from '../../core/classroom/membership.ts';
import { requireDeckToGive } from '../../core/deck/deck-access.ts';
import type { KnownAccount } from '../../core/directory.ts';
import { AppError } from '../../core/errors.ts';
import { examsOfClasses } from '../../core/exam/exam-list.ts';
import { getMixedUpInClass } from '../../core/learning/mixed-up.schema.ts';
import { mixedUpInClass } from '../../core/learning/mixed-up.ts';
import { fitting } from '../../core/page.ts';
import { done, ok, okWith } from '../envelope.ts';
import type { Services } from '../services.ts';

export const classroomRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, database, directory } = services;
  const { pool, changes } = database;

  const withExams = async (
    account: KnownAccount,
    include: string | undefined,
    classes: contract.Classroom[],
  ): Promise<contract.Classroom[]> => {
    if (!include?.split(',').includes('exams')) return classes;
    const ids = classes.map(({ id }) => id);
    const exams = await examsOfClasses(pool, account, ids);
    return classes.map((one) => ({ ...one, exams: exams.get(one.id) ?? [] }));
  };

  const deckOfClass = async (
    account: KnownAccount,
    classId: number,
    deckId: number,
  ): Promise<contract.ClassDeck> => {
    const { decks = [] } = await classById(pool, account, classId, 'decks');
    const found = decks.find(({ id }) => id === deckId);
    // Taken out again in this very moment.
    if (!found) throw new AppError('deck_not_in_class');
    return found;
  };

  app.route({
    ...contract.listClasses,
    handler: async ({ account, query }) => {
      const { data, total } = await classesOf(pool, account, query);
      return okWith({ data: fitting(await withExams(account, query.include, data)), total });
    },
  });

  app.route({
    ...contract.searchStudents,
    handler: async ({ account, query }) => okWith(await studentsOfTeacher(pool, account.id, query)),
  });

  app.route({
    ...contract.createClass,
    handler: async ({ account, body }, reply) => {
      await requireDeckToGive(directory, account, body.deck_id);
      const id = await createClass(pool, account.id, {
        name: body.name,
        deckId: body.deck_id,
        max: config.CLASSES_MAX,
      });
      reply.status(201);
      return ok(await classById(pool, account, id, 'decks'));
    },
  });

  app.route({
    ...contract.getClass,
    handler: async ({ account, params, query }) => {
      await requireClass(directory, params.classId);
      const found = await classById(pool, account, params.classId, query.include);
      const [data] = await withExams(account, query.include, [found]);
      return ok(data!);
    },
  });

  app.route({
    ...contract.updateClass,
    handler: async ({ account, params, body }) => {
      await requireOwnClass(directory, account, params.classId);
      await renameClass(pool, params.classId, body.name, account.id);
      return ok(await classById(pool, account, params.classId, 'decks'));
    },
  });

  app.route({
    ...contract.deleteClass,
    handler: async ({ account, params }) => {
      await requireClassOwner(directory, account, params.classId);
      await deleteClass(changes, params.classId, account.id);
      return done;
    },
  });

  app.route({
    ...archive.archiveClass,
    handler: async ({ account, params: { classId } }) => {
      await requireOwnClass(directory, account, classId);
      await archiveClass(pool, { classId, actorId: account.id });
      return ok(await classById(pool, account, classId, 'decks'));
    },
  });

  app.route({
    ...archive.bringBackClass,
    handler: async ({ account, params: { classId } }) => {
      await requireOwnClass(directory, account, classId);
      await bringBackClass(pool, { classId, actorId: account.id });
      return ok(await classById(pool, account, classId, 'decks'));
    },
  });

  app.route({
    ...archive.copyClass,
    handler: async ({ account, params: { classId }, body }, reply) => {
      await requireOwnClass(directory, account, classId);
      const id = await copyClass(pool, {
        classId,
        actorId: account.id,
        name: body.name,
        max: config.CLASSES_MAX,
      });
      reply.status(201);
      return ok(await classById(pool, account, id, 'decks'));
    },
  });

  app.route({
    ...contract.joinClass,
    handler: async ({ account, params }, reply) => {
      await requireClass(directory, params.classId);
      await requestToJoin(pool, params.classId, account.id);
      const { data } = await ownJoinRequests(pool, account.id, { classId: params.classId });
      const [request] = data;
      // Approved or rejected in this very moment.
      if (!request) throw new AppError('already_a_member');
      reply.status(201);
      return ok(request);
    },
  });

  app.route({
    ...contract.leaveClass,
    handler: async ({ account, params }) => {
      await requireClass(directory, params.classId);
      await leave(changes, params.classId, account.id);
      return done;
    },
  });

  app.route({
    ...contract.listOwnJoinRequests,
    handler: async ({ account, query }) => okWith(await ownJoinRequests(pool, account.id, query)),
  });

  app.route({
    ...contract.listJoinRequests,
    handler: async ({ account, params, query }) => {
      await requireOwnClass(directory, account, params.classId);
      return okWith(await joinRequests(pool, params.classId, query));
    },
  });

  app.route({
    ...contract.approveStudent,
    handler: async ({ account, params }) => {
      await requireOwnClass(directory, account, params.classId);
      await approve(changes, params.classId, params.studentId, account.id);
      return done;
    },
  });

  app.route({
    ...contract.rejectStudent,
    handler: async ({ account, params }) => {
      await requireOwnClass(directory, account, params.classId);
      await reject(pool, params.classId, params.studentId, account.id);
      return done;
    },
  });

  app.route({
    ...contract.removeStudent,
    handler: async ({ account, params }) => {
      await requireOwnClass(directory, account, params.classId);
      await removeMember(changes, params.classId, params.studentId, account.id);
      return done;
    },
  });

  app.route({
    ...contract.addClassDeck,
    handler: async ({ account, params, body }, reply) => {
      await requireOwnClass(directory, account, params.classId);
      await requireDeckToGive(directory, account, body.deck_id);
      await addDeck(changes, params.classId, body.deck_id, account.id);
      const added = await deckOfClass(account, params.classId, body.deck_id);
      reply.status(201);
      return ok(added);
    },
  });

  app.route({
    ...updateClassDeck,
    handler: async ({ account, params, body }) => {
      await requireOwnClass(directory, account, params.classId);
      await setClassWay(changes, params, body.class_way, account.id);
      return ok(await deckOfClass(account, params.classId, params.deckId));
    },
  });

  app.route({
    ...getMixedUpInClass,
    handler: async ({ account, params }) => {
      await requireOwnClass(directory, account, params.classId);
      return ok(await mixedUpInClass(pool, params));
    },
  });

  app.route({
    ...contract.removeClassDeck,
    handler: async ({ account, params }) => {
      await requireOwnClass(directory, account, params.classId);
      await removeDeck(changes, params.classId, params.deckId, account.id);
      return done;
    },
  });
};
