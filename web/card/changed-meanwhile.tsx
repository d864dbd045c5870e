import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Card } from '../../core/card/card.schema.ts';
import { CARD_TEXT_NAMES } from '../../core/card/card-fields.ts';
import { cardFieldText } from './card-field-text.ts';

interface ChangedMeanwhileProps {
  /** As it is on the server. */
  card: Card;
  onTake: () => void;
}

/** What somebody else has made of a card that is being changed. What was typed stays in the form. */
export function ChangedMeanwhile({ card, onTake }: ChangedMeanwhileProps) {
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
          <Trans>
            Nothing that you typed is lost. It now says the following; save again to put yours in its place.
          </Trans>
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
          <Text size="sm">
            {card.audio_file === null ? <Trans>No audio</Trans> : <Trans>With audio</Trans>}
          </Text>
        </div>
        <Button variant="default" onClick={onTake}>
          <Trans>Take over what it says now</Trans>
        </Button>
      </Stack>
    </Alert>
  );
}
