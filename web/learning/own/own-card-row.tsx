import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconFlag, IconFlagFilled, IconHistory } from '@tabler/icons-react';
import type { CardMarkChanges, OwnCard } from '../../../core/learning/choosing/card-mark.schema.ts';
import { dayNumber } from '../../../core/learning/study-day.ts';
import { plainText } from '../../../core/text/marked-text.ts';
import { CardText } from '../../marks/card-text.tsx';
import { nextDayText } from '../session/next-day.ts';

interface OwnCardRowProps {
  card: OwnCard;
  /** The student's study day. */
  today: string;
  isBusy: boolean;
  onMark: (changes: CardMarkChanges) => void;
  onHistory: () => void;
}

/** How a card stands: never learnt, on its way, or put aside. */
function Standing({ card, today }: Pick<OwnCardRowProps, 'card' | 'today'>) {
  const { t, i18n } = useLingui();
  const { aside, due_day, lapses } = card;
  const forgotten = lapses > 0 && (lapses === 1 ? t`forgotten once` : t`forgotten ${lapses} times`);
  const due = due_day && nextDayText(i18n, dayNumber(due_day) - dayNumber(today));
  return (
    <Group gap={6}>
      {aside && (
        <Badge variant="light" color="honey" tt="none" c="var(--mantine-color-text)">
          {aside === 'always' ? t`Put aside for good` : t`Put aside until tomorrow`}
        </Badge>
      )}
      <Text size="sm" c="dimmed" className="tabular">
        {[due ? t`Next: ${due}` : t`New`, forgotten].filter(Boolean).join(' · ')}
      </Text>
    </Group>
  );
}

/** One card of a deck with what the student has noted of it. */
export function OwnCardRow({ card, today, isBusy, onMark, onHistory }: OwnCardRowProps) {
  const { t } = useLingui();
  const { aside, flagged } = card;
  const front = plainText(card.front);
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Group justify="space-between" align="flex-start" gap="xs">
        {/* Beside the actions where both have room, else above them. */}
        <Stack gap={2} flex="1 1 18rem" miw={0}>
          <Text fw={600} className="breakable">
            <CardText text={card.front} />
          </Text>
          <Text className="breakable">
            <CardText text={card.back} />
          </Text>
          <Standing card={card} today={today} />
        </Stack>
        <Group gap={4} wrap="nowrap">
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
              // Below the card its words begin where those above do.
              ms={{ base: -14, xs: 0 }}
              disabled={isBusy}
              aria-label={t`Put aside for good: ${front}`}
              onClick={() => onMark({ aside: 'always' })}
            >
              <Trans>Put aside for good</Trans>
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            size={44}
            color="gray"
            aria-label={t`History: ${front}`}
            onClick={onHistory}
          >
            <IconHistory size={20} aria-hidden />
          </ActionIcon>
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
    </Paper>
  );
}
