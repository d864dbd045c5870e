import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ExamClass, ExamSummary } from '../../core/exam/exam.schema.ts';
import { classOptions } from '../classroom/class-options.ts';
import { noticeText } from '../lib/notice-text.ts';
import { paths } from '../lib/pages/paths.ts';
import { useNotices } from '../ui/notices.tsx';

interface ExamClassSelectProps {
  exam: Pick<ExamSummary, 'title' | 'classes'>;
  /** The teacher's own; undefined while they are not known. */
  classrooms: readonly ExamClass[] | undefined;
  onAssign: (classroom: ExamClass) => void;
  onViewResults: (classroom: ExamClass) => void;
}

/** Of a class that has the exam, the way to its results; to any other, the exam can be given. */
export function ExamClassSelect({ exam, classrooms, onAssign, onViewResults }: ExamClassSelectProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const [value, setValue] = useState('');
  const isAssigned = (id: number) => exam.classes.some((classroom) => classroom.id === id);
  const chosen = classrooms?.find(({ id }) => String(id) === value);
  const options = classOptions(classrooms ?? []);
  const groups = [
    { group: t`View results`, items: options.filter((option) => isAssigned(Number(option.value))) },
    { group: t`Assign`, items: options.filter((option) => !isAssigned(Number(option.value))) },
  ].filter(({ items }) => items.length > 0);
  const { title } = exam;

  if (classrooms?.length === 0)
    return (
      <Anchor component={Link} to={paths.teacherClasses()} size="sm">
        <Trans>Open a class first</Trans>
      </Anchor>
    );
  const viewResults = () => {
    if (chosen) onViewResults(chosen);
    else notices.error(i18n._(noticeText.selectClassForResults));
  };
  return (
    <Group gap="xs" wrap="nowrap" w="100%">
      <NativeSelect
        aria-label={t`Class for ${title}`}
        flex={1}
        miw={0}
        disabled={!classrooms}
        value={chosen ? value : ''}
        onChange={(event) => setValue(event.currentTarget.value)}
        data={[{ value: '', label: t`Choose a class` }, ...groups]}
      />
      {chosen && !isAssigned(chosen.id) ? (
        <Button
          variant="filled"
          size="sm"
          px="sm"
          aria-label={t`Assign: ${title}`}
          onClick={() => onAssign(chosen)}
        >
          <Trans>Assign</Trans>
        </Button>
      ) : (
        <Button
          variant="light"
          size="sm"
          px="sm"
          aria-label={t`View results: ${title}`}
          onClick={viewResults}
        >
          <Trans>View results</Trans>
        </Button>
      )}
    </Group>
  );
}
