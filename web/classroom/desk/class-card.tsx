import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { HomeClass, OpenExam } from '../../../core/classroom/teacher-home.schema.ts';
import { spacedCode } from '../../../core/text/code-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { dateOnly } from '../../lib/text/date-text.ts';
import { DayLine } from '../../ui/figure/day-drawing.tsx';

/** Of the smallest card; more grow with what there is to say. */
const SKELETON_HEIGHT = 236;

export function ClassLine({ of: { days, student_count }, height }: { of: HomeClass; height?: number }) {
  const { t } = useLingui();
  const values = days.map(({ students }) => students);
  const active = values.filter((students) => students > 0).length;
  const label = t`Students who studied in the last 14 days: on ${plural(active, { one: '# day', other: '# days' })}, today ${values.at(-1) ?? 0} of ${student_count}`;
  return <DayLine values={values} most={student_count} label={label} height={height} />;
}

export function OpenExamText({ exam, students }: { exam: OpenExam; students: number }) {
  const { t } = useLingui();
  const { submission_count, running_count } = exam;
  return (
    <>
      {t`${submission_count} of ${students} handed in`}
      {running_count > 0 && (
        <>
          {' · '}
          <Plural value={running_count} one="# at work" other="# at work" />
        </>
      )}
    </>
  );
}

function OpenExams({ of }: { of: HomeClass }) {
  const { t } = useLingui();
  const more = of.open_exam_count - of.open_exams.length;
  return (
    <Stack component="ul" gap={4} className="plain-list" aria-label={t`Open exams`}>
      {of.open_exams.map((exam) => (
        <Text key={exam.id} component="li" size="sm" className="tabular breakable">
          <Anchor component={Link} to={paths.teacherClass(of.id, 'exams')} inherit underline="always">
            {exam.title}
          </Anchor>
          {': '}
          <OpenExamText exam={exam} students={of.student_count} />
        </Text>
      ))}
      {more > 0 && (
        <Text component="li" size="sm" c="dimmed">
          <Plural value={more} one="and # more exam" other="and # more exams" />
        </Text>
      )}
    </Stack>
  );
}

/** The students that have fallen silent, by name as far as there is room. */
export function SilentStudents({ of }: { of: HomeClass }) {
  const { silent_count, silent_students } = of;
  const more = silent_count - silent_students.length;
  const names = silent_students.map(({ name }) => name).join(', ');
  return (
    <Text size="sm" className="breakable">
      <Anchor component={Link} to={paths.teacherClass(of.id, 'students')} inherit underline="always">
        <Plural value={silent_count} one="# silent for a week" other="# silent for a week" />
      </Anchor>
      {`: ${names}`}
      {more > 0 && (
        <>
          {', '}
          <Plural value={more} one="# more" other="# more" />
        </>
      )}
    </Text>
  );
}

export function ClassCard({ of }: { of: HomeClass }) {
  const titleId = useId();
  const { t, i18n } = useLingui();
  const { id, name, owner_name, student_count, pending_count } = of;
  const code = of.code && spacedCode(of.code);
  const got = of.got_at && dateOnly(i18n.locale, new Date(of.got_at));
  const active = of.days.at(-1)?.students ?? 0;
  return (
    <Card component="article" aria-labelledby={titleId} withBorder radius="lg" padding="lg" h="100%">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Title id={titleId} order={2} size="h4" className="breakable" flex="1 1 8rem">
            <Anchor component={Link} to={paths.teacherClass(id)} inherit className="lone-link">
              {name}
            </Anchor>
          </Title>
          {pending_count > 0 && (
            <Badge
              component={Link}
              to={paths.teacherClass(id, 'requests')}
              variant="light"
              color="honey"
              size="lg"
              tt="none"
              className="tabular lone-badge"
              style={{ cursor: 'pointer' }}
            >
              <Plural value={pending_count} one="# waiting" other="# waiting" />
            </Badge>
          )}
        </Group>
        {(owner_name !== null || got !== null) && (
          <Text size="sm" c="dimmed" className="breakable">
            {owner_name !== null && t`With ${owner_name}`}
            {got !== null && t`Handed over to you on ${got}`}
          </Text>
        )}
        {student_count === 0 ? (
          <Text size="sm" c="dimmed">
            {code === null
              ? t`No students yet, and the code of the class has ended.`
              : t`No students yet. They join with the code ${code}.`}
          </Text>
        ) : (
          <>
            <Text size="sm" className="tabular">
              <Trans>
                <strong>{active}</strong> of {student_count} studied today
              </Trans>
            </Text>
            <div>
              <ClassLine of={of} />
              <Text size="xs" c="dimmed">
                {t`Students a day, the last 14 days`}
              </Text>
            </div>
          </>
        )}
        {of.open_exams.length > 0 && <OpenExams of={of} />}
        {of.silent_count > 0 && <SilentStudents of={of} />}
      </Stack>
    </Card>
  );
}

export const ClassCardSkeleton = () => <Skeleton height={SKELETON_HEIGHT} radius="lg" />;
