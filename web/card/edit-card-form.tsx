import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Card } from '../../core/card/card.schema.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import type { UpdateCard } from './card.changes.ts';
import { CardInputs } from './card-inputs.tsx';
import { cardValues } from './card-rules.ts';
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
  const form = useCardForm({
    initial: cardValues(card),
    send: async (values, audio) => {
      await updateCard(card, values, audio);
      notices.success(i18n._(noticeText.cardUpdated));
      onDone();
    },
    onFailed: (error, reason) => failed(failureText.cardUpdateFailed, error, reason),
  });
  useEffect(() => front.current?.focus(), []);
  return (
    <form
      onSubmit={form.submit}
      onKeyDown={submitOnControlEnter}
      noValidate
      aria-label={t`Edit the card ${card.front}`}
    >
      <CardInputs form={form} currentAudio={card.audio_file} frontRef={front} />
      <Group mt="md" gap="sm">
        <Button type="submit" loading={form.saving}>
          <Trans>Save the card</Trans>
        </Button>
        <Button variant="default" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </form>
  );
}
