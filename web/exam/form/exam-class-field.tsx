import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, NativeSelect, Text } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { classOptions } from '../../classroom/class-options.ts';
import { useClasses } from '../../classroom/classroom.queries.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { LoadingBlock } from '../../ui/feedback/loading-block.tsx';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { examControl } from './exam-controls.ts';
import { problemText } from './exam-problem-text.ts';
import type { ExamForm } from './use-exam-form.ts';

/** Which of the teacher's own classes gets the exam. */
export function ExamClassField({ form }: { form: ExamForm }) {
  const { t, i18n } = useLingui();
  const { data, error, mutate } = useClasses();
  useFailedRead(error, failureText.loadClassesFailed);
  const own = data?.filter(({ is_teacher }) => is_teacher);
  const { classId, setClassId } = form;
  // A class of the draft may be gone by now.
  const isGone = own !== undefined && classId !== '' && !own.some(({ id }) => String(id) === classId);
  useEffect(() => {
    if (isGone) setClassId('');
  }, [isGone, setClassId]);
  const id = examControl('classId');
  if (!own && error)
    return (
      <div id={id} tabIndex={-1}>
        <LoadError error={error} onRetry={() => void mutate()} />
      </div>
    );
  if (!own) return <LoadingBlock id={id} tabIndex={-1} height={62} />;
  if (own.length === 0)
    return (
      <Text id={id} tabIndex={-1} size="sm">
        <Trans>
          You have no class yet.{' '}
          <Anchor component={Link} inherit underline="always" to={paths.teacherClasses()}>
            Make one first
          </Anchor>
          ; what you write here is kept.
        </Trans>
      </Text>
    );
  return (
    <NativeSelect
      id={id}
      label={t`Class`}
      maw={420}
      required
      withAsterisk={false}
      value={classId ?? ''}
      onChange={(event) => setClassId(event.currentTarget.value)}
      data={[{ value: '', label: t`No class chosen` }, ...classOptions(own)]}
      error={problemText(i18n, form.problems.classId)}
    />
  );
}
