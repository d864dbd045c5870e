import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Card } from '../../core/card/card.schema.ts';
import { ApiError } from '../lib/api-client.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import type { UpdateCard } from './card.changes.ts';
import { CardInputs } from './card-inputs.tsx';
import { cardValues } from './card-rules.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { useCardPictures } from './picture/use-pictures.ts';
import { submitOnControlEnter } from './submit-on-control-enter.ts';
import { useCardForm } from './use-card-form.ts';

interface EditCardFormProps {
  card: Card;
  updateCard: UpdateCard;
  onDone: () => void;
}

/** A card of the list while it is being changed. */
export function EditCardForm({ card, updateCard, onDone }: EditCardFormProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const front = useRef<HTMLTextAreaElement>(null);
  // The list is read again while somebody types: what they change is the card that they have seen.
  const [seen, setSeen] = useState(card);
  const [isChanged, setChanged] = useState(false);
  const form = useCardForm({
    initial: cardValues(card),
    send: async (values, audio) => {
      await updateCard(seen, values, audio);
      notices.success(i18n._(noticeText.cardUpdated));
      onDone();
    },
    onFailed: (error, reason) => {
      if (error instanceof ApiError && error.code === 'card_changed_meanwhile') {
        setSeen(error.data as Card);
        setChanged(true);
      } else failed(failureText.cardUpdateFailed, error, reason);
    },
  });
  const pictures = useCardPictures(card);
  useEffect(() => front.current?.focus(), []);
  return (
    <form
      onSubmit={form.submit}
      onKeyDown={submitOnControlEnter}
      noValidate
      aria-label={t`Edit the card ${card.front}`}
    >
      {isChanged && (
        <ChangedMeanwhile
          card={seen}
          onTake={() => {
            form.take(cardValues(seen));
            setChanged(false);
            front.current?.focus();
          }}
        />
      )}
      <CardInputs form={form} currentAudio={seen.audio_file} frontRef={front} pictures={pictures} />
      <Group mt="md" gap="sm">
        <Button type="submit" variant="light" loading={form.saving}>
          <Trans>Save the card</Trans>
        </Button>
        <Button variant="default" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </form>
  );
}
