import type { FastifyPluginAsync } from 'fastify';
import { requireDeckToGive } from '../../../core/access/deck-access.ts';
import type { KnownAccount } from '../../../core/access/directory.ts';
import * as contract from '../../../core/classroom/classroom.schema.ts';
import { updateClassDeck } from '../../../core/classroom/classroom.schema.ts';
import {
  addDeck,
  archiveClass,
  bringBackClass,
  copyClass,
  createClass,
  deleteClass,
  removeDeck,
  renameClass,
  setClassWay,
} from '../../../core/classroom/classroom-changes.ts';
import {
  classById,
  classesOf,
  joinRequests,
  ownJoinRequests,
  studentsOfTeacher,
} from '../../../core/classroom/classroom-list.ts';
import {
  approve,
  countJoinByNumber,
  leave,
  reject,
  removeMember,
  requestToJoin,
} from '../../../core/classroom/membership.ts';
import { AppError, orThrow } from '../../../core/contract/errors.ts';
import type { ExamFields } from '../../../core/exam/exam.schema.ts';
import { examsOfClasses } from '../../../core/exam/exam-list.ts';
import { getMixedUpInClass } from '../../../core/learning/progress/mixed-up.schema.ts';
import { mixedUpInClass } from '../../../core/learning/progress/mixed-up.ts';
import { fittingPage } from '../../../core/postgres/page.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

export const classroomRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { config, database, directory } = services;
  const { pool, changes } = database;

  const withExams = async (
    account: KnownAccount,
    { include, fields }: { include?: string | undefined } & ExamFields,
    classes: contract.Classroom[],
  ): Promise<contract.Classroom[]> => {
    if (!include?.split(',').includes('exams')) return classes;
    const ids = classes.map(({ id }) => id);
    const taught = classes.filter(({ is_teacher }) => is_teacher && fields !== 'list').map(({ id }) => id);
    const exams = await examsOfClasses(pool, account, ids, new Set(taught));
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
    return orThrow(found, 'deck_not_in_class');
  };
  const { anyClass, classOwner, ownClass } = guards(directory);

  route(app, contract.listClasses, async ({ account, query }) => {
    const { data, total, is_cut } = await classesOf(pool, account, query);
    const whole = fittingPage(await withExams(account, query, data), total);
    return is_cut ? { ...whole, is_cut } : whole;
  });

  route(app, contract.searchStudents, ({ account, query }) => studentsOfTeacher(pool, account.id, query));

  route(app, contract.createClass, async ({ account, body }) => {
    await requireDeckToGive(directory, account, body.deck_id);
    const id = await createClass(pool, account.id, {
      name: body.name,
      deckId: body.deck_id,
      max: config.CLASSES_MAX,
    });
    return classById(pool, account, id, 'decks');
  });

  route(app, contract.getClass, anyClass, async ({ account, params, query }) => {
    const found = await classById(pool, account, params.classId, query.include);
    const [data] = await withExams(account, query, [found]);
    return data!;
  });

  route(app, contract.updateClass, ownClass, async ({ account, params, body }) => {
    await renameClass(pool, params.classId, body.name, account.id);
    return classById(pool, account, params.classId, 'decks');
  });

  route(app, contract.deleteClass, classOwner, ({ account, params }) =>
    deleteClass(changes, params.classId, account.id),
  );

  route(app, contract.archiveClass, ownClass, async ({ account, params: { classId } }) => {
    await archiveClass(pool, { classId, actorId: account.id });
    return classById(pool, account, classId, 'decks');
  });

  route(app, contract.bringBackClass, ownClass, async ({ account, params: { classId } }) => {
    await bringBackClass(pool, { classId, actorId: account.id });
    return classById(pool, account, classId, 'decks');
  });

  route(app, contract.copyClass, ownClass, async ({ account, params: { classId }, body }) => {
    const id = await copyClass(pool, {
      classId,
      actorId: account.id,
      name: body.name,
      max: config.CLASSES_MAX,
    });
    return classById(pool, account, id, 'decks');
  });

  // Counted before the class is looked for: a number without a class is a try as well.
  const countedClass = async (request: Parameters<typeof anyClass>[0]) => {
    await countJoinByNumber(pool, request.account.id);
    await anyClass(request);
  };

  route(app, contract.joinClass, countedClass, async ({ account, params }) => {
    await requestToJoin(pool, params.classId, account.id);
    const { data } = await ownJoinRequests(pool, account.id, { classId: params.classId });
    const [request] = data;
    // Approved or rejected in this very moment.
    if (!request) throw new AppError('already_a_member');
    return request;
  });

  route(app, contract.leaveClass, anyClass, ({ account, params }) =>
    leave(changes, params.classId, account.id),
  );

  route(app, contract.listOwnJoinRequests, ({ account, query }) => ownJoinRequests(pool, account.id, query));

  route(app, contract.listJoinRequests, ownClass, ({ params, query }) =>
    joinRequests(pool, params.classId, query),
  );

  route(app, contract.approveStudent, ownClass, ({ account, params }) =>
    approve(changes, params.classId, params.studentId, account.id),
  );

  route(app, contract.rejectStudent, ownClass, ({ account, params }) =>
    reject(pool, params.classId, params.studentId, account.id),
  );

  route(app, contract.removeStudent, ownClass, ({ account, params }) =>
    removeMember(changes, params.classId, params.studentId, account.id),
  );

  route(app, contract.addClassDeck, ownClass, async ({ account, params, body }) => {
    await requireDeckToGive(directory, account, body.deck_id);
    await addDeck(changes, params.classId, body.deck_id, account.id);
    return deckOfClass(account, params.classId, body.deck_id);
  });

  route(app, updateClassDeck, ownClass, async ({ account, params, body }) => {
    await setClassWay(changes, params, body.class_way, account.id);
    return deckOfClass(account, params.classId, params.deckId);
  });

  route(app, getMixedUpInClass, ownClass, ({ params }) => mixedUpInClass(pool, params));

  route(app, contract.removeClassDeck, ownClass, ({ account, params }) =>
    removeDeck(changes, params.classId, params.deckId, account.id),
  );
};
