import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import type { ExamClass, ExamSummary } from '../../../core/exam/exam.schema.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Dialog } from '../../ui/control/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { scoreText } from '../../ui/figure/points-text.ts';
import { Pages, usePages } from '../../ui/list/pagination.tsx';
import { useClassResults } from '../results/exam-result.queries.ts';

const PAGE_SIZE = 10;

function ResultRow({ name, email, score, total, completed }: ClassResult) {
  const { t, i18n } = useLingui();
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={0} flex="1 1 12rem" miw={0} className="breakable">
          <Text fw={600}>{name}</Text>{' '}
          <Text size="sm" c="dimmed">
            {email}
          </Text>
        </Stack>{' '}
        <Group gap="sm">
          {score !== null && (
            <Text fw={600} className="tabular">
              {scoreText(score, total, i18n)}{' '}
              <Text component="span" size="sm" c="dimmed">
                {t`${score}/${total} right`}
              </Text>
            </Text>
          )}{' '}
          <Badge variant="light" color={completed ? undefined : 'gray'} tt="none">
            {completed ? t`Completed` : t`Incomplete`}
          </Badge>
        </Group>
      </Group>
    </Paper>
  );
}

function ExamResultsList({ classId, examId }: { classId: number; examId: number }) {
  const { t } = useLingui();
  const { data, error, mutate } = useClassResults(classId, examId);
  const { items, ...pages } = usePages(data ?? [], PAGE_SIZE);
  useFailedRead(error, msg({ message: 'Failed to load exam results: {message}' }));

  if (!data) return <Unread of={{ error, mutate }} loading={<Loading />} />;
  if (data.length === 0)
    return <Empty icon={<IconUsers size={28} aria-hidden />} text={t`The class has no students yet.`} />;
  const completed = data.filter((result) => result.completed).length;
  return (
    <Stack gap="md">
      <Text c="dimmed">
        <Plural
          value={data.length}
          one={<Trans>{completed} of # student has handed it in</Trans>}
          other={<Trans>{completed} of # students have handed it in</Trans>}
        />
      </Text>
      <Stack component="ul" gap="xs" className="plain-list" aria-label={t`Results`}>
        {items.map((result) => (
          <ResultRow key={result.student_id} {...result} />
        ))}
      </Stack>
      <Pages {...pages} label={t`Pages of results`} />
    </Stack>
  );
}

export interface Viewed {
  exam: Pick<ExamSummary, 'id' | 'title'>;
  /** Null until one is chosen. */
  classroom: ExamClass | null;
  /** Of which one is chosen. */
  choices?: readonly ExamClass[] | undefined;
}

/** Asks of which class the results are. */
function ChooseClass({
  choices,
  onChoose,
}: {
  choices: readonly ExamClass[];
  onChoose: (one: ExamClass) => void;
}) {
  const { t } = useLingui();
  const select = useRef<HTMLSelectElement>(null);
  const [chosen, setChosen] = useState('');
  const [isMissing, setMissing] = useState(false);
  const show = (event: FormEvent) => {
    event.preventDefault();
    const classroom = choices.find(({ id }) => String(id) === chosen);
    if (classroom) return onChoose(classroom);
    setMissing(true);
    select.current?.focus();
  };
  return (
    <form onSubmit={show} noValidate>
      <Stack align="flex-start">
        <NativeSelect
          ref={select}
          label={t`Class`}
          w="100%"
          value={chosen}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            setMissing(false);
          }}
          data={[
            { value: '', label: t`No class chosen` },
            ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          error={isMissing && t`Please select a class to view results`}
          errorProps={{ role: 'alert' }}
        />
        <Button type="submit">{t`View results`}</Button>
      </Stack>
    </form>
  );
}

interface ExamResultsModalProps {
  viewed: Viewed | null;
  /** Another class is looked at, or nothing any more. */
  onChange: (viewed: Viewed | null) => void;
}

export function ExamResultsModal({ viewed, onChange }: ExamResultsModalProps) {
  const { t } = useLingui();
  const classroom = viewed?.classroom;
  return (
    <Dialog
      opened={viewed !== null}
      onClose={() => onChange(null)}
      title={
        viewed && (
          <>
            <Text component="span" fw={600} className="breakable">
              {t`Results: ${viewed.exam.title}`}
            </Text>{' '}
            {classroom && (
              <Text component="span" display="block" size="sm" c="dimmed" className="breakable">
                {classroom.name}
              </Text>
            )}
          </>
        )
      }
      size="lg"
    >
      {viewed && !classroom && (
        <ChooseClass
          choices={viewed.choices ?? []}
          onChoose={(one) => onChange({ ...viewed, classroom: one })}
        />
      )}
      {viewed && classroom && (
        <ErrorBoundary resetKey={`${viewed.exam.id} ${classroom.id}`}>
          <Stack>
            <ExamResultsList classId={classroom.id} examId={viewed.exam.id} />
            <ButtonLink to={paths.classResults(classroom.id)} variant="light">
              {t`All results of the class`}
            </ButtonLink>
          </Stack>
        </ErrorBoundary>
      )}
    </Dialog>
  );
}
