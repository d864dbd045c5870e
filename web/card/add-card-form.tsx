import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Kbd, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { plainText } from '../../core/text/marked-text.ts';
import { useCardChanges } from '../deck/card.changes.ts';
import { NO_CARD } from '../deck/card-rules.ts';
import { submitOnControlEnter } from '../ui/control/submit-on-control-enter.ts';
import { useNotices } from '../ui/feedback/notices.tsx';
import { useFailure } from '../ui/feedback/use-failure.ts';
import { CardInputs } from './card-inputs.tsx';
import { useNewPictures } from './picture/use-pictures.ts';
import { useCardForm } from './use-card-form.ts';

export function AddCardForm({ deckId, onAdded }: { deckId: number; onAdded: (cardId: number) => void }) {
  const { t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const [last, setLast] = useState<string>();
  const front = useRef<HTMLTextAreaElement>(null);
  const { create } = useCardChanges();
  const pictures = useNewPictures();
  const form = useCardForm({
    initial: NO_CARD,
    send: async (values, audio) => {
      const cardId = await create(deckId, values, audio);
      // The card is there, whatever becomes of its pictures.
      await pictures
        .send({ id: cardId, deck_id: deckId })
        .catch((error: unknown) => failed(msg({ message: 'The picture was not added: {message}' }), error));
      notices.success(t`The card has been added.`);
      setLast(plainText(values.front));
      form.clear();
      pictures.clear();
      front.current?.focus();
      onAdded(cardId);
    },
    onFailed: (error, reason) =>
      failed(msg({ message: 'The card could not be added: {message}' }), error, reason),
  });
  return (
    <form onSubmit={form.submit} onKeyDown={submitOnControlEnter} noValidate aria-label={t`New card`}>
      <CardInputs form={form} currentAudio={null} frontRef={front} pictures={pictures} />
      <Group mt="md" justify="space-between">
        <Button type="submit" loading={form.saving}>
          {t`Add the card`}
        </Button>
        <Text size="xs" c="dimmed" visibleFrom="sm">
          <Trans>
            or <Kbd size="xs">Ctrl</Kbd> + <Kbd size="xs">Enter</Kbd>
          </Trans>
        </Text>
      </Group>
      {last !== undefined && (
        <Text size="sm" mt="xs" lineClamp={2} className="breakable">
          {t`Added at the end of the list: ${last}`}
        </Text>
      )}
    </form>
  );
}
