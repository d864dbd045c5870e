import { useLingui } from '@lingui/react/macro';
import { IconFileUnknown } from '@tabler/icons-react';
import { useParams } from 'react-router-dom';
import { parseRowId } from '../../../core/row-id.ts';
import { useAtWork } from '../../lib/at-work.ts';
import { noticeText } from '../../lib/notice-text.ts';
import { useSession } from '../../lib/stored-session.ts';
import { useAwake } from '../../lib/use-awake.ts';
import { usePageTitle } from '../../site/page-title.ts';
import { Empty } from '../../ui/empty.tsx';
import { BackToDashboard } from './back-to-dashboard.tsx';
import { ExamLoading } from './exam-loading.tsx';
import { ExamSession } from './exam-session.tsx';

function NoExam() {
  const { t, i18n } = useLingui();
  usePageTitle(t`Exam`);
  return (
    <Empty
      icon={<IconFileUnknown size={28} aria-hidden />}
      text={i18n._(noticeText.noExamSelected)}
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
