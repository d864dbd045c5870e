import { useLingui } from '@lingui/react/macro';
import { IconFileUnknown } from '@tabler/icons-react';
import { useParams } from 'react-router-dom';
import { parseRowId } from '../../../core/contract/row-id.ts';
import { useAtWork } from '../../lib/kept/at-work.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { useAwake } from '../../lib/live/use-awake.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { BackToDashboard } from './back-to-dashboard.tsx';
import { ExamLoading } from './exam-loading.tsx';
import { ExamSession } from './exam-session.tsx';

function NoExam() {
  const { t } = useLingui();
  usePageTitle(t`Exam`);
  return (
    <Empty
      icon={<IconFileUnknown size={28} aria-hidden />}
      text={t`No exam selected`}
      action={<BackToDashboard />}
    />
  );
}

export default function ExamSessionPage() {
  useAtWork();
  const examId = parseRowId(useParams().examId);
  const { userId } = useSession();
  if (!useAwake()) return <ExamLoading />;
  if (examId === null) return <NoExam />;
  return <ExamSession key={`${userId}:${examId}`} examId={examId} />;
}
