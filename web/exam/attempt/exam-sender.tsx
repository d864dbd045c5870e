import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useOffline } from '../../lib/call/network.ts';
import { isAnyTabAtWork } from '../../lib/kept/at-work.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { unsentExams } from './state/exam-session-cache.ts';
import type { ExamView } from './state/exam-session-view.ts';
import { useExamSession } from './state/use-exam-session.ts';

/** Whether the server has all that it needs, or never takes it. */
function isDone({ status, session, saving }: ExamView): boolean {
  if (status === 'failed') return true;
  if (!session || session.phase === 'handing-in') return false;
  return session.phase !== 'taking' || saving === 'saved';
}

function ExamSending({ examId, onDone }: { examId: number; onDone: () => void }) {
  const { view } = useExamSession(examId);
  const done = isDone(view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is done
  useEffect(() => {
    if (done) onDone();
  }, [done]);
  return null;
}

/**
 * Sends what an exam has left on this device, from any page of the student: the exam's own page need not be opened
 * again for what was handed in without the network. An exam that is open in some tab looks after itself.
 */
export default function ExamSender() {
  const { token, userId } = useSession();
  const { pathname } = useLocation();
  const offline = useOffline();
  const [exams, setExams] = useState<number[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these may be what the sending waited for
  useEffect(() => {
    let isOver = false;
    const start = async () => {
      const unsent = token === null || offline || (await isAnyTabAtWork()) ? [] : unsentExams();
      if (!isOver) setExams(unsent);
    };
    void start();
    return () => {
      isOver = true;
      // Before the exam's own page reads what is there.
      setExams([]);
    };
  }, [token, userId, pathname, offline]);

  return exams.map((examId) => (
    <ExamSending
      key={`${userId}:${token}:${examId}`}
      examId={examId}
      onDone={() => setExams((all) => all.filter((id) => id !== examId))}
    />
  ));
}
