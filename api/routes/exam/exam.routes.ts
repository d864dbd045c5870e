import { resolve } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type { KnownAccount } from '../../../core/access/directory.ts';
import { requireRunExam } from '../../../core/access/exam-access.ts';
import { FileQuota } from '../../../core/access/quotas.ts';
import { classById } from '../../../core/classroom/classroom-list.ts';
import * as contract from '../../../core/exam/exam.schema.ts';
import {
  createExam,
  deleteExam,
  EXAM_AUDIO,
  setClasses,
  setVisibility,
  storingExamAudio,
  takeExamOut,
  updateExam,
} from '../../../core/exam/exam-changes.ts';
import { examsOf, examsOfClass, examWithKey } from '../../../core/exam/exam-list.ts';
import * as rescoring from '../../../core/exam/results/rescoring.schema.ts';
import { previewRescoring } from '../../../core/exam/results/rescoring.ts';
import type { Upload } from '../../../core/files/upload.ts';
import { forms } from '../../plugins/forms.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { early, route } from '../route.ts';

/** Two hundred questions and a text, each as long as it may be, in letters of three bytes. */
const EXAM_BYTES = 3 * 1024 * 1024;

export const examRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { directory } = services;
  const { pool, changes } = services.database;
  const { anyClass, ownClass, ownExam } = guards(directory);

  route(app, contract.listExams, ({ account, query }) => examsOf(pool, account.id, query));

  route(app, { ...rescoring.previewRescoring, bodyLimit: EXAM_BYTES }, ownExam, ({ params, body }) =>
    previewRescoring(pool, params.examId, body.questions),
  );

  route(app, contract.setExamClasses, ownExam, async ({ account, params, body }) => {
    await setClasses(pool, account.id, params.examId, body.class_ids);
    return examWithKey(pool, params.examId);
  });

  route(app, contract.setExamVisibility, async ({ account, params, body }) => {
    await requireRunExam(directory, pool, account, params.examId);
    await setVisibility(pool, params.examId, body.is_hidden, account.id);
    return { id: params.examId, is_hidden: body.is_hidden };
  });

  route(app, contract.deleteExam, ownExam, ({ account, params }) =>
    deleteExam(changes, params.examId, account.id),
  );

  route(app, contract.listClassExams, anyClass, async ({ account, params, query: { fields, ...page } }) => {
    // Throws unless the caller has a part in the class.
    const { id, is_teacher } = await classById(pool, account, params.classId);
    return examsOfClass(pool, account, id, { ...page, whole: is_teacher && fields !== 'list' });
  });

  route(app, contract.takeExamOut, ownClass, ({ account, params }) =>
    takeExamOut(pool, { ...params, actorId: account.id }),
  );

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
const examForms: FastifyPluginAsync<Services> = async (app, { config, database, directory, storage }) => {
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

  route(app, { ...contract.createExam, bodyLimit: EXAM_BYTES }, async ({ account, body, uploads }) => {
    const id = await createExam(pool, account.id, body, {
      max: config.EXAMS_MAX,
      storeAudio: storing(account, uploads[0]),
    });
    return examWithKey(pool, id);
  });

  // Twice the same: a real PATCH, and a POST that says that it is one.
  for (const updating of [contract.updateExam, contract.updateExamByPost])
    route(
      app,
      { ...updating, bodyLimit: EXAM_BYTES, preValidation: early(guards(directory).ownExam) },
      async ({ account, params: { examId }, body, uploads }) => {
        await updateExam(changes, examId, body, {
          storeAudio: storing(account, uploads[0]),
          actorId: account.id,
        });
        return examWithKey(pool, examId);
      },
    );
};
