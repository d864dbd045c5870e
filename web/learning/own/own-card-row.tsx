import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconFlag, IconFlagFilled } from '@tabler/icons-react';
import type { CardMarkChanges, OwnCard } from '../../../core/learning/card-mark.schema.ts';
import { dayNumber } from '../../../core/learning/study-day.ts';
import { nextDayText } from '../next-day.ts';

interface OwnCardRowProps {
  card: OwnCard;
  /** The student's study day. */
  today: string;
  isBusy: boolean;
  onMark: (changes: CardMarkChanges) => void;
}

/** How a card stands: never learnt, on its way, or put aside. */
function Standing({ card, today }: Pick<OwnCardRowProps, 'card' | 'today'>) {
  const { t, i18n } = useLingui();
  const { aside, due_day, lapses } = card;
  const due = due_day && nextDayText(i18n, dayNumber(due_day) - dayNumber(today));
  return (
    <Group gap={6}>
      {aside && (
        <Badge variant="light" color="honey" tt="none" c="var(--mantine-color-text)">
          {aside === 'always' ? t`Put aside for good` : t`Put aside until tomorrow`}
        </Badge>
      )}
      <Text size="sm" c="dimmed">
        {due ? t`Next: ${due}` : t`New`}
      </Text>
      {lapses > 0 && (
        <Text size="sm" c="dimmed" className="tabular">
          {lapses === 1 ? t`forgotten once` : t`forgotten ${lapses} times`}
        </Text>
      )}
    </Group>
  );
}

/** One card of a deck with what the student has noted of it. */
export function OwnCardRow({ card, today, isBusy, onMark }: OwnCardRowProps) {
  const { t } = useLingui();
  const { front, aside, flagged } = card;
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
        <Stack gap={2} flex={1} miw={0}>
          <Text fw={600} className="breakable">
            {front}
          </Text>
          <Text className="breakable">{card.back}</Text>
          <Standing card={card} today={today} />
        </Stack>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            size={44}
            color={flagged ? 'red' : 'gray'}
            aria-label={t`Flag: ${front}`}
            aria-pressed={flagged}
            disabled={isBusy}
            onClick={() => onMark({ flagged: !flagged })}
          >
            {flagged ? <IconFlagFilled size={20} aria-hidden /> : <IconFlag size={20} aria-hidden />}
          </ActionIcon>
        </Group>
      </Group>
      <Group gap="xs" mt="xs">
        {aside ? (
          <Button
            variant="light"
            size="xs"
            mih={44}
            disabled={isBusy}
            aria-label={t`Bring back: ${front}`}
            onClick={() => onMark({ aside: null })}
          >
            <Trans>Bring back</Trans>
          </Button>
        ) : (
          <Button
            variant="subtle"
            size="xs"
            mih={44}
            disabled={isBusy}
            aria-label={t`Put aside for good: ${front}`}
            onClick={() => onMark({ aside: 'always' })}
          >
            <Trans>Put aside for good</Trans>
          </Button>
        )}
      </Group>
    </Paper>
  );
}
