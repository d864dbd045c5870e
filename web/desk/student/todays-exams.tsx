import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { OpenExam } from '../../../core/learning/choosing/today.schema.ts';
import { useTakeExam } from '../../classroom/join/use-take-exam.tsx';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { TitledSection } from '../../ui/control/titled-section.tsx';

function OpenExamRow({ exam, onTake }: { exam: OpenExam; onTake: () => void }) {
  const { t, i18n } = useLingui();
  const { id, title, duration_minutes, question_count, deadline_at } = exam;
  const minutes = t`${plural(duration_minutes, { one: '# minute', other: '# minutes' })}`;
  const questions = t`${plural(question_count, { one: '# question', other: '# questions' })}`;
  const end = deadline_at && i18n.date(new Date(deadline_at), { timeStyle: 'short' });
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap">
      <Stack gap={0} miw={0} className="breakable">
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {end ? t`The time is running, until ${end}.` : `${minutes} · ${questions}`}
        </Text>
      </Stack>
      {end ? (
        <ButtonLink
          to={paths.exam(id)}
          variant="light"
          mih={44}
          flex="none"
          aria-label={t`Continue exam: ${title}`}
        >
          {t`Continue exam`}
        </ButtonLink>
      ) : (
        <Button variant="default" mih={44} flex="none" aria-label={t`Take exam: ${title}`} onClick={onTake}>
          {t`Take exam`}
        </Button>
      )}
    </Group>
  );
}

export function TodaysExams({ exams }: { exams: readonly OpenExam[] }) {
  const { t } = useLingui();
  const take = useTakeExam();
  if (exams.length === 0) return null;
  return (
    <TitledSection order={3} size="h5" gap="xs" title={t`Exams to take`}>
      <Stack component="ul" gap="sm" className="plain-list" aria-label={t`Exams to take`}>
        {exams.map((exam) => (
          <OpenExamRow key={exam.id} exam={exam} onTake={() => void take(exam)} />
        ))}
      </Stack>
    </TitledSection>
  );
}
