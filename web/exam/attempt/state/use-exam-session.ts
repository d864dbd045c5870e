import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { errorMessages, errorText } from '../../../lib/call/error-text.ts';
import { makeUuid } from '../../../lib/call/uuid.ts';
import { keepAudio } from '../../../lib/kept/kept-audio.ts';
import { keptFiles } from '../../../lib/kept/kept-files.ts';
import { readSession } from '../../../lib/kept/stored-session.ts';
import { followPage } from '../../../lib/live/page-life.ts';
import { browserClock } from '../../../lib/live/timing.ts';
import {
  OpenedAhead,
  type Started,
  startController,
  useController,
} from '../../../lib/live/use-controller.ts';
import { useNotices } from '../../../ui/feedback/notices.tsx';
import { useFailure } from '../../../ui/feedback/use-failure.ts';
import { examAudioUrl } from '../../form/exam-audio-url.ts';
import { createExamSessionApi } from './exam-session-api.ts';
import { createExamSessionCache, progressName } from './exam-session-cache.ts';
import { createExamSessionController, type ExamSessionController } from './exam-session-controller.ts';
import type { ExamNews, ExamView } from './exam-session-view.ts';
import { setExamAtRisk } from './running-exam-guard.ts';

/** Turns the news of the session into notices. */
function useExamNews(): (news: ExamNews) => void {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  return (news) => {
    switch (news.type) {
      case 'submitted':
        return notices.success(t`Exam submitted successfully`);
      case 'refused':
        return notices.error(errorText(i18n, news.error));
      case 'submit-failed':
        return failed(msg({ message: 'Failed to submit exam: {message}' }), news.error);
      case 'result-failed':
        return failed(msg({ message: 'Failed to fetch exam results: {message}' }), news.error);
      case 'changed-elsewhere':
        return notices.info(i18n._(errorMessages.exam_changed_elsewhere));
      case 'cache-failed':
        return notices.warning(t`Failed to save exam progress`);
      default:
        return news satisfies never;
    }
  };
}

function create(examId: number, onNews: (news: ExamNews) => void): ExamSessionController {
  const { userId } = readSession();
  const { now: wall, after, chance } = browserClock;
  return createExamSessionController({
    api: createExamSessionApi(examId, userId),
    cache: createExamSessionCache(examId, userId),
    timing: { monotonic: () => performance.now(), wall, after, chance },
    makeKey: makeUuid,
    onNews,
  });
}

const follow = (controller: ExamSessionController, examId: number): (() => void) =>
  followPage({
    onVisible: controller.wake,
    onHidden: controller.hide,
    onLeave: controller.leave,
    onReturn: controller.wake,
    onOnline: controller.retry,
    onStored: (key) => {
      if (key.endsWith(`:${progressName(examId)}`)) controller.follow();
    },
    isAtRisk: controller.isAtRisk,
  });

const ahead = new OpenedAhead<number, Started<ExamSessionController, ExamNews>>();

/** Opens an exam that has begun before its page is drawn. */
export async function prepareExamSession(examId: number): Promise<void> {
  const started = startController<ExamSessionController, ExamNews>((onNews) => create(examId, onNews));
  ahead.put(examId, started);
  await started.opening;
}

/** Whether an exam was opened before its page. */
export const isExamPrepared = (examId: number): boolean => ahead.has(examId);

/** The session of an exam. Mount it again for another exam or another student. */
export function useExamSession(examId: number): { view: ExamView; controller: ExamSessionController } {
  const session = useController({
    create: (onNews: (news: ExamNews) => void) => create(examId, onNews),
    started: () => ahead.take(examId),
    onNews: useExamNews(),
    follow: (controller) => follow(controller, examId),
  });
  const { controller } = session;

  // After the page is left, too: what it could not save is in the browser's storage only.
  useEffect(() => {
    const note = () => setExamAtRisk(controller.isAtRisk());
    note();
    return controller.subscribe(note);
  }, [controller]);

  const audio = session.view.session?.exam.main_audio_path ?? null;
  useEffect(() => {
    if (audio !== null) keepExamAudio(examAudioUrl(audio)).catch((error: unknown) => console.warn(error));
  }, [audio]);

  return session;
}

/** Keeps what is heard in this exam to be played without the network; that of another one goes. */
async function keepExamAudio(address: string): Promise<void> {
  const files = await keptFiles('exams');
  for (const request of (await files?.keys()) ?? [])
    if (!request.url.endsWith(address)) await files?.delete(request);
  await keepAudio(files, [address]);
}
