import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Divider, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { IconArchive, IconDoorExit, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ClassDeck, Classroom } from '../../../core/classroom/classroom.schema.ts';
import { classOptions } from '../../classroom/class-options.ts';
import {
  useArchivedClasses,
  useClasses,
  useMembershipChanged,
  useOwnJoinRequests,
} from '../../classroom/classroom.queries.ts';
import { ExamToTake } from '../../classroom/join/exam-to-take.tsx';
import { JoinClassForm } from '../../classroom/join/join-class.form.tsx';
import { OwnJoinRequests, useRequestNews } from '../../classroom/join/own-join-requests.tsx';
import { DeckMark } from '../../deck/deck-mark.tsx';
import { useClassExams } from '../../exam/exam.queries.ts';
import { useTakeExam } from '../../exam/take-exam.tsx';
import { callApi } from '../../lib/call/api-client.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { dateOnly } from '../../lib/text/date-text.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Disclosure } from '../../ui/control/disclosure.tsx';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { DeckLink } from '../decks/deck-link.tsx';
import { Section } from '../student/section.tsx';

function JoinedClassExams({ classId, isArchived }: { classId: number; isArchived: boolean }) {
  const { t } = useLingui();
  const take = useTakeExam();
  const { data: all, error, mutate } = useClassExams(classId);
  // What was not taken before the class ended cannot be taken any more.
  const data = isArchived ? all?.filter(({ completed }) => completed) : all;
  useFailedRead(error, failureText.fetchExamsFailed);

  return (
    <TitledSection order={4} gap="sm" title={t`Exams`}>
      {!data && <Unread of={{ error, mutate }} height={48} radius="md" />}
      {data?.length === 0 && (
        <Text c="dimmed">
          {isArchived
            ? t`You took no exam in this class.`
            : t`The teacher has not given the class an exam yet.`}
        </Text>
      )}
      {data && data.length > 0 && (
        <Stack component="ul" gap="sm" className="plain-list" aria-label={t`Exams of the class`}>
          {data.map((exam) => (
            <ExamToTake key={exam.id} exam={exam} onTake={() => void take(exam)} />
          ))}
        </Stack>
      )}
    </TitledSection>
  );
}

function LearnRow({ deck }: { deck: ClassDeck }) {
  const { t } = useLingui();
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap" pos="relative">
      <DeckMark deck={deck} />
      <Stack gap={0} miw={0} flex={1} className="breakable">
        <Text>
          <DeckLink deckId={deck.id}>{deck.title}</DeckLink>
        </Text>
        <Text size="sm" c="dimmed">
          {t`${plural(deck.card_count, { one: '# card', other: '# cards' })}`}
        </Text>
      </Stack>
      <ButtonLink
        to={paths.learn(deck.id)}
        size="sm"
        variant="light"
        flex="none"
        className="above-link"
        aria-label={t`Learn: ${deck.title}`}
      >
        {t`Learn`}
      </ButtonLink>
    </Group>
  );
}

/** To the deck that the class has first; where it has none, the press says so. */
function StudyDeckOfClass({ deck }: Pick<Classroom, 'deck'>) {
  const { t } = useLingui();
  const notices = useNotices();
  const label = t`Study the class's deck`;
  const look = { variant: 'subtle', size: 'sm', px: 'xs' } as const;
  if (deck)
    return (
      <ButtonLink to={paths.learn(deck.id)} {...look}>
        {label}
      </ButtonLink>
    );
  return (
    <Button {...look} onClick={() => notices.error(t`No deck is assigned to this class`)}>
      {label}
    </Button>
  );
}

function JoinedClass({ classroom, onLeft }: { classroom: Classroom; onLeft: () => void }) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const confirm = useConfirm();

  const { id, name, teacher_name, joined_at, archived_at, decks = [], deck } = classroom;
  const archived = archived_at && dateOnly(i18n.locale, new Date(archived_at));
  const joined = joined_at && dateOnly(i18n.locale, new Date(joined_at));

  const [leave, leaving] = useAttempt(msg({ message: 'Leaving failed: {message}' }), async () => {
    await callApi('POST /api/classes/:classId/leave', { params: { classId: id } });
    notices.success(t`You have left the class.`);
    onLeft();
  });
  const askToLeave = async () => {
    const confirmed = await confirm({
      title: t`Leave the class “${name}”?`,
      text: t`Your teacher will no longer see your progress, and you can no longer study the class’s decks. What you have learnt is kept for when you come back.`,
      confirmLabel: t`Leave class`,
      danger: true,
    });
    if (confirmed) await leave();
  };

  return (
    <Paper component="article" aria-label={name} withBorder radius="lg" p="lg">
      <Stack gap="md">
        <div>
          <Title order={3} className="breakable">
            {name}
          </Title>
          <Text c="dimmed">{t`Teacher: ${teacher_name}`}</Text>
          {joined && (
            <Text size="sm" c="dimmed">
              {t`Joined on ${joined}`}
            </Text>
          )}
          {archived && (
            <Text size="sm" c="dimmed">
              {t`Ended on ${archived}. You can still learn its decks and see your results.`}
            </Text>
          )}
        </div>
        {decks.length === 0 ? (
          <Text c="dimmed">{t`The teacher has not given the class a deck yet.`}</Text>
        ) : (
          <Stack component="ul" gap="sm" className="plain-list" aria-label={t`Decks of the class`}>
            {decks.map((deck) => (
              <LearnRow key={deck.id} deck={deck} />
            ))}
          </Stack>
        )}
        <JoinedClassExams classId={id} isArchived={archived_at !== null} />
        <Divider />
        <Group justify="space-between" gap="xs">
          <StudyDeckOfClass deck={deck} />
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            loading={leaving}
            leftSection={<IconDoorExit size={18} aria-hidden />}
            onClick={() => void askToLeave()}
          >
            {t`Leave class`}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function EndedList({ onLeft }: { onLeft: () => void }) {
  const { t } = useLingui();
  const { data, error, mutate } = useArchivedClasses(true);
  if (!data) return <Unread of={{ error, mutate }} height={120} radius="lg" />;
  if (data.length === 0) return <Text c="dimmed">{t`None of your classes has ended.`}</Text>;
  return (
    <Stack gap="sm">
      {data.map((classroom) => (
        <JoinedClass key={classroom.id} classroom={classroom} onLeft={onLeft} />
      ))}
    </Stack>
  );
}

interface StudentClassesProps {
  /** Those of the past as well. */
  withEnded?: boolean;
  /** The student has studied nothing yet: the way into a class is in sight. */
  isNew?: boolean;
}

/** Where a newcomer with a code is led to. */
export const OWN_CLASSES_ID = 'own-classes';

/** The classes of a student, what to study in them, and how to come into one. */
export function StudentClasses({ withEnded = false, isNew = false }: StudentClassesProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState('');
  const classes = useClasses();
  const requests = useOwnJoinRequests();
  const membershipChanged = useMembershipChanged();
  const { expect } = useRequestNews(requests.data, classes);
  useFailedRead(classes.error, failureText.fetchClassesFailed);
  useFailedRead(requests.error, failureText.fetchJoinRequestsFailed);

  const joined = classes.data ?? [];
  const waiting = requests.data ?? [];
  // One that was left is no choice any more.
  const alone = joined.find(({ id }) => String(id) === chosen);
  const form = (
    <JoinClassForm
      onAsked={(request) => void requests.mutate((list = []) => [...list, request], { revalidate: false })}
      onJoined={() => void membershipChanged()}
    />
  );
  return (
    <Section id={OWN_CLASSES_ID} title={t`My classes`}>
      {!classes.data && <Unread of={classes} height={188} radius="lg" />}
      {joined.length > 1 && (
        <NativeSelect
          maw={{ sm: 320 }}
          label={t`Class`}
          value={alone ? chosen : ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[{ value: '', label: t`All my classes` }, ...classOptions(joined)]}
        />
      )}
      {(alone ? [alone] : joined).map((classroom) => (
        <JoinedClass
          key={classroom.id}
          classroom={classroom}
          onLeft={() => {
            void classes.mutate((list) => list?.filter(({ id }) => id !== classroom.id), {
              revalidate: false,
            });
            void membershipChanged();
          }}
        />
      ))}
      <Paper withBorder radius="lg" p="lg">
        <Stack gap="md">
          {classes.data?.length === 0 && waiting.length === 0 && (
            <Text c="dimmed">{t`You are not in a class yet. Ask your teacher for your class code and type it here.`}</Text>
          )}
          {!requests.data && <Unread of={requests} loading={null} />}
          {waiting.length > 0 && (
            <OwnJoinRequests
              requests={waiting}
              onWithdrawn={(request) => {
                expect(request);
                return requests.mutate((list) => list?.filter(({ id }) => id !== request.id), {
                  revalidate: false,
                });
              }}
              onFailed={() => void membershipChanged()}
            />
          )}
          {isNew ? (
            form
          ) : (
            // There when it is asked for: most students join once.
            <Disclosure label={t`Join a class`} icon={<IconPlus size={18} aria-hidden />} toField>
              {form}
            </Disclosure>
          )}
        </Stack>
      </Paper>
      {withEnded && (
        <Disclosure label={t`Classes that have ended`} icon={<IconArchive size={18} aria-hidden />}>
          <EndedList onLeft={() => void membershipChanged()} />
        </Disclosure>
      )}
    </Section>
  );
}
