import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Paper, Stack, Switch, Title } from '@mantine/core';
import { useState } from 'react';
import { STUDENT_CARDS_MAX, STUDENT_DECKS_MAX, STUDENT_FILE_BYTES_MAX } from '../../core/deck/deck-limits.ts';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { useChangeOwnDecks } from './site-settings.queries.ts';

const changeFailed = msg({ message: 'Whether students make decks was not changed: {message}' });

/** Whether students may make decks of their own. */
export function OwnDecksSection({ allowed }: { allowed: boolean }) {
  const { t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const change = useChangeOwnDecks();
  /** What was just chosen, until the server has answered. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const megabytes = STUDENT_FILE_BYTES_MAX / 1024 ** 2;

  const save = async (wanted: boolean) => {
    setAsked(wanted);
    try {
      await change(wanted);
      notices.success(
        wanted ? t`Students may make decks of their own.` : t`Students make no more decks of their own.`,
      );
    } catch (error) {
      failed(changeFailed, error);
    } finally {
      setAsked(null);
    }
  };
  return (
    <Paper component="section" aria-labelledby="own-decks-title" withBorder radius="lg" p="lg" maw={640}>
      <Stack>
        <Title id="own-decks-title" order={3} size="h4">
          <Trans>Students’ own decks</Trans>
        </Title>
        <Switch
          label={t`Students may make their own decks`}
          description={t`Up to ${STUDENT_DECKS_MAX} decks of ${STUDENT_CARDS_MAX} cards, with ${megabytes} MB of pictures and audio. Each student alone sees theirs: no teacher does, and neither do you. If you end it, the decks there are can still be learnt, saved and deleted.`}
          checked={asked ?? allowed}
          // Not `disabled`: the switch that was just pressed would lose the focus.
          aria-disabled={asked !== null || undefined}
          onChange={(event) => {
            if (asked === null) void save(event.currentTarget.checked);
          }}
        />
      </Stack>
    </Paper>
  );
}
