import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { lazy, useEffect, useRef, useState } from 'react';
import { CARD_TEXT_NAMES } from '../../core/contract/card-fields.ts';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import { plainText } from '../../core/text/marked-text.ts';
import type { UpdateCard } from '../deck/card.changes.ts';
import { cardFieldText } from '../deck/card-field-text.ts';
import { cardValues } from '../deck/card-rules.ts';
import { ApiError } from '../lib/call/api-client.ts';
import { LazyDialog } from '../ui/control/lazy-dialog.tsx';
import { submitOnControlEnter } from '../ui/control/submit-on-control-enter.ts';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useFailure } from '../ui/feedback/use-failure.ts';
import { CardInputs } from './card-inputs.tsx';
import { useChangeChoice } from './meaning/change-choice.tsx';
import { useCardPictures } from './picture/use-pictures.ts';
import { useCardForm } from './use-card-form.ts';

function ChangedMeanwhile({ card, onTake }: { card: Card; onTake: () => void }) {
  const { t, i18n } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it was changed
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [card]);
  return (
    <Alert ref={place} color="honey" mb="md" title={t`Somebody else changed this card meanwhile`}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {t`Nothing that you typed is lost. It now says the following; save again to put yours in its place.`}
        </Text>
        <div>
          {CARD_TEXT_NAMES.map(
            (name) =>
              card[name] !== null && (
                <Text key={name} size="sm" className="breakable">
                  <Text span fw={600} size="sm">
                    {i18n._(cardFieldText[name])}:
                  </Text>{' '}
                  {card[name]}
                </Text>
              ),
          )}
          <Text size="sm">{card.audio_file === null ? t`No audio` : t`With audio`}</Text>
        </div>
        <Button variant="default" onClick={onTake}>
          {t`Take over what it says now`}
        </Button>
      </Stack>
    </Alert>
  );
}

const CardVersionsModal = lazy(() => import('./versions/card-versions.modal.tsx'));

interface EditCardFormProps {
  card: Card;
  updateCard: UpdateCard;
  onDone: () => void;
}

export function EditCardForm({ card, updateCard, onDone }: EditCardFormProps) {
  const { t } = useLingui();
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
      notices.success(t`The card has been saved.`);
      onDone();
    },
    onFailed: (error, reason) => {
      if (error instanceof ApiError && error.code === 'card_changed_meanwhile') {
        setSeen(error.data as Card);
        setChanged(true);
      } else failed(msg({ message: 'The card could not be saved: {message}' }), error, reason);
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
            {t`Save the card`}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t`Cancel`}
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconHistory size={18} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setLookingBack(true)}
          >
            {t`Earlier versions…`}
          </Button>
        </Group>
      </form>
      <LazyDialog opened={isLookingBack}>
        <CardVersionsModal
          card={isLookingBack ? card : null}
          onClose={() => setLookingBack(false)}
          onBroughtBack={onDone}
        />
      </LazyDialog>
    </>
  );
}
