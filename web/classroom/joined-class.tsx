import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Divider, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconDoorExit } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ClassDeck, Classroom } from '../../core/classroom/classroom.schema.ts';
import { DeckMark } from '../deck/deck-mark.tsx';
import { callApi } from '../lib/api-client.ts';
import { dateOnly } from '../lib/date-text.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { paths } from '../lib/pages/paths.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { JoinedClassExams } from './joined-class-exams.tsx';

function LearnRow({ deck }: { deck: ClassDeck }) {
  const { t } = useLingui();
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap">
      <DeckMark deck={deck} />
      <Stack gap={0} miw={0} flex={1} className="breakable">
        <Text>{deck.title}</Text>
        <Text size="sm" c="dimmed">
          {t`${plural(deck.card_count, { one: '# card', other: '# cards' })}`}
        </Text>
      </Stack>
      <Button
        component={Link}
        to={paths.learn(deck.id)}
        size="sm"
        variant="light"
        flex="none"
        aria-label={t`Learn: ${deck.title}`}
      >
        <Trans>Learn</Trans>
      </Button>
    </Group>
  );
}

interface JoinedClassProps {
  classroom: Classroom;
  onLeft: () => void;
}

/** A class as its student sees it. */
export function JoinedClass({ classroom, onLeft }: JoinedClassProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const confirm = useConfirm();
  const failed = useFailure();
  const [leaving, setLeaving] = useState(false);
  const { id, name, teacher_name, joined_at, archived_at, decks = [] } = classroom;
  const archived = archived_at && dateOnly(i18n.locale, new Date(archived_at));
  const joined = joined_at && dateOnly(i18n.locale, new Date(joined_at));

  const leave = async () => {
    const confirmed = await confirm({
      title: t`Leave the class “${name}”?`,
      text: t`Your teacher no longer sees your progress, and the decks of the class are closed to you. What you have learnt is kept for when you come back.`,
      confirmLabel: t`Leave class`,
      danger: true,
    });
    if (!confirmed) return;
    setLeaving(true);
    try {
      await callApi('POST /api/classes/:classId/leave', { params: { classId: id } });
      notices.success(i18n._(noticeText.leftClass));
      onLeft();
    } catch (error) {
      failed(failureText.leaveClassFailed, error);
      setLeaving(false);
    }
  };

  return (
    <Paper component="article" aria-label={name} withBorder radius="lg" p="lg">
      <Stack gap="md">
        <div>
          <Title order={3} className="breakable">
            {name}
          </Title>
          <Text c="dimmed">
            <Trans>Teacher: {teacher_name}</Trans>
          </Text>
          {joined && (
            <Text size="sm" c="dimmed">
              <Trans>Joined on {joined}</Trans>
            </Text>
          )}
          {archived && (
            <Text size="sm" c="dimmed">
              <Trans>Ended on {archived}. You can still learn its decks and see your results.</Trans>
            </Text>
          )}
        </div>
        {decks.length === 0 ? (
          <Text c="dimmed">
            <Trans>The teacher has not given the class a deck yet.</Trans>
          </Text>
        ) : (
          <Stack component="ul" gap="sm" className="plain-list" aria-label={t`Decks of the class`}>
            {decks.map((deck) => (
              <LearnRow key={deck.id} deck={deck} />
            ))}
          </Stack>
        )}
        <JoinedClassExams classId={id} isArchived={archived_at !== null} />
        <Divider />
        <Group justify="flex-end" gap="sm">
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            loading={leaving}
            leftSection={<IconDoorExit size={18} aria-hidden />}
            onClick={() => void leave()}
          >
            <Trans>Leave class</Trans>
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
