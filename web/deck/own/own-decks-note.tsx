import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { STUDENT_CARDS_MAX, STUDENT_DECKS_MAX } from '../../../core/deck/deck-limits.ts';
import { errorMessages } from '../../lib/error-text.ts';

/** What a student should know of decks of their own: who sees them, and how many there may be. */
export function OwnDecksNote({ mayMake }: { mayMake: boolean }) {
  const { i18n } = useLingui();
  return (
    <Text c="dimmed" size="sm">
      {mayMake ? (
        <Trans>
          Nobody else sees them. At most {STUDENT_DECKS_MAX} decks of {STUDENT_CARDS_MAX} cards.
        </Trans>
      ) : (
        i18n._(errorMessages.own_decks_off)
      )}
    </Text>
  );
}
