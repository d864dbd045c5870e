import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { lazy, useEffect, useRef, useState } from 'react';
import type { Card } from '../../core/card/card.schema.ts';
import { plainText } from '../../core/marked-text.ts';
import { ApiError } from '../lib/api-client.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { LateDialog } from '../ui/late-dialog.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import type { UpdateCard } from './card.changes.ts';
import { CardInputs } from './card-inputs.tsx';
import { cardValues } from './card-rules.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { useChangeChoice } from './meaning/change-choice.tsx';
import { useCardPictures } from './picture/use-pictures.ts';
import { submitOnControlEnter } from './submit-on-control-enter.ts';
import { useCardForm } from './use-card-form.ts';

const CardVersionsModal = lazy(() => import('./versions/card-versions.modal.tsx'));

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
  const [isLookingBack, setLookingBack] = useState(false);
  const form = useCardForm({
    initial: cardValues(card),
    send: async (values, audio) => {
      await updateCard(seen, values, audio, choice.change);
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
  const choice = useChangeChoice(seen, form.values);
  const pictures = useCardPictures(card);
  useEffect(() => front.current?.focus(), []);
  return (
    <>
      <form
        onSubmit={form.submit}
        onKeyDown={submitOnControlEnter}
        noValidate
        aria-label={t`Edit the card ${plainText(card.front)}`}
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
        {choice.control}
        <Group mt="md" gap="sm">
          <Button type="submit" variant="light" loading={form.saving}>
            <Trans>Save the card</Trans>
          </Button>
          <Button variant="default" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconHistory size={18} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setLookingBack(true)}
          >
            <Trans>Earlier versions…</Trans>
          </Button>
        </Group>
      </form>
      <LateDialog opened={isLookingBack}>
        <CardVersionsModal
          card={isLookingBack ? card : null}
          onClose={() => setLookingBack(false)}
          onBroughtBack={onDone}
        />
      </LateDialog>
    </>
  );
}
