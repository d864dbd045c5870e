import { resolve } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requireClass, requireOwnClass } from '../../core/classroom/class-access.ts';
import { classById } from '../../core/classroom/classroom-list.ts';
import type { KnownAccount } from '../../core/directory.ts';
import * as classExam from '../../core/exam/class-exam.schema.ts';
import { takeExamOut } from '../../core/exam/class-exam.ts';
import * as contract from '../../core/exam/exam.schema.ts';
import { requireOwnExam, requireRunExam } from '../../core/exam/exam-access.ts';
import { EXAM_AUDIO, storingExamAudio } from '../../core/exam/exam-audio.ts';
import {
  createExam,
  deleteExam,
  setClasses,
  setVisibility,
  updateExam,
} from '../../core/exam/exam-changes.ts';
import { examsOf, examsOfClass, examWithKey } from '../../core/exam/exam-list.ts';
import * as rescoring from '../../core/exam/rescoring.schema.ts';
import { previewRescoring } from '../../core/exam/rescoring.ts';
import { FileQuota } from '../../core/quotas.ts';
import type { Upload } from '../../core/upload.ts';
import { done, ok, okWith } from '../envelope.ts';
import { forms } from '../plugins/forms.ts';
import type { Services } from '../services.ts';

/** Two hundred questions and a text, each as long as it may be, in letters of three bytes. */
const EXAM_BYTES = 3 * 1024 * 1024;

export const examRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { directory } = services;
  const { pool, changes } = services.database;

  app.route({
    ...contract.listExams,
    handler: async ({ account, query }) => okWith(await examsOf(pool, account.id, query)),
  });

  app.route({
    ...rescoring.previewRescoring,
    bodyLimit: EXAM_BYTES,
    handler: async ({ account, params, body }) => {
      await requireOwnExam(directory, account, params.examId);
      return ok(await previewRescoring(pool, params.examId, body.questions));
    },
  });

  app.route({
    ...contract.setExamClasses,
    handler: async ({ account, params, body }) => {
      await requireOwnExam(directory, account, params.examId);
      await setClasses(pool, account.id, params.examId, body.class_ids);
      return ok(await examWithKey(pool, params.examId));
    },
  });

  app.route({
    ...contract.setExamVisibility,
    handler: async ({ account, params, body }) => {
      await requireRunExam(directory, pool, account, params.examId);
      await setVisibility(pool, params.examId, body.is_hidden, account.id);
      return ok({ id: params.examId, is_hidden: body.is_hidden });
    },
  });

  app.route({
    ...contract.deleteExam,
    handler: async ({ account, params }) => {
      await requireOwnExam(directory, account, params.examId);
      await deleteExam(changes, params.examId, account.id);
      return done;
    },
  });

  app.route({
    ...contract.listClassExams,
    handler: async ({ account, params, query }) => {
      await requireClass(directory, params.classId);
      // Throws unless the caller has a part in the class.
      const { id } = await classById(pool, account, params.classId);
      return okWith(await examsOfClass(pool, account, id, query));
    },
  });

  app.route({
    ...classExam.takeExamOut,
    handler: async ({ account, params }) => {
      await requireOwnClass(directory, account, params.classId);
      await takeExamOut(pool, { ...params, actorId: account.id });
      return done;
    },
  });

  await app.register(examForms, services);
};

/**
 * Returns the texts of a form as the body that a JSON call would have. A text that cannot be read stays, to be
 * refused by its name.
 */
function readExam(texts: Record<string, unknown>): object {
  const { duration_minutes: minutes, is_hidden: hidden, questions, ...rest } = texts;
  return {
    ...rest,
    duration_minutes: /^\d{1,4}$/.test(String(minutes)) ? Number(minutes) : minutes,
    questions: parse(questions),
    ...(hidden !== undefined && {
      is_hidden:
        hidden === '1' || hidden === 'true' ? true : hidden === '0' || hidden === 'false' ? false : hidden,
    }),
  };
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
}

/** The calls that may bring an audio; the right to make them is checked before it is read. */
const examForms: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { config, database, directory, storage },
) => {
  const { pool, changes } = database;
  await app.register(forms, {
    folder: resolve(config.DATA_DIR, 'uploads'),
    files: [EXAM_AUDIO],
    textMax: EXAM_BYTES,
    readTexts: readExam,
  });

  const quota = new FileQuota(pool, storage, { files: config.FILES_MAX, bytes: config.FILE_BYTES_MAX });
  const storing = ({ id }: KnownAccount, upload: Upload | undefined) =>
    storingExamAudio(storage, upload, (one) => quota.requireRoom(id, one));

  app.route({
    ...contract.createExam,
    bodyLimit: EXAM_BYTES,
    handler: async ({ account, body, uploads }, reply) => {
      const id = await createExam(pool, account.id, body, {
        max: config.EXAMS_MAX,
        storeAudio: storing(account, uploads[0]),
      });
      reply.status(201);
      return ok(await examWithKey(pool, id));
    },
  });

  // Twice the same: a real PATCH, and a POST that says that it is one.
  const requireOwn = async ({ account, params }: { account: KnownAccount; params: { examId: number } }) =>
    void (await requireOwnExam(directory, account, params.examId));
  const update = async (
    account: KnownAccount,
    examId: number,
    body: contract.ExamBody,
    upload: Upload | undefined,
  ) => {
    await updateExam(changes, examId, body, {
      storeAudio: storing(account, upload),
      actorId: account.id,
    });
    return ok(await examWithKey(pool, examId));
  };

  app.route({
    ...contract.updateExam,
    bodyLimit: EXAM_BYTES,
    preValidation: requireOwn,
    handler: ({ account, params, body, uploads }) => update(account, params.examId, body, uploads[0]),
  });

  app.route({
    ...contract.updateExamByPost,
    bodyLimit: EXAM_BYTES,
    preValidation: requireOwn,
    handler: ({ account, params, body, uploads }) => update(account, params.examId, body, uploads[0]),
  });
};
