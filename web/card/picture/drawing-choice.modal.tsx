import { Trans, useLingui } from '@lingui/react/macro';
import { SimpleGrid, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import useSWRImmutable from 'swr/immutable';
import { Dialog } from '../../ui/control/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import classes from './drawing-choice.module.css';
import { searchDrawings } from './drawing-search.ts';
import { asPicture, type Drawing, loadDrawings, loadWords } from './drawings.ts';

const TYPING_MS = 200;

interface ChoiceProps {
  /** What is searched for at first: a text of the card. */
  text: string;
  onChoose: (drawing: Drawing) => void;
}

function Choice({ text, onChoose }: ChoiceProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(text);
  const [sought] = useDebouncedValue(typed, TYPING_MS);
  const words = useSWRImmutable('drawings', loadWords);
  const places = words.data && searchDrawings(words.data, sought);
  const found = useSWRImmutable(places?.length ? ['drawings', ...places] : null, () =>
    loadDrawings(words.data!, places!),
  );
  return (
    <Stack gap="sm">
      <TextInput
        label={t`What shall it show?`}
        description={t`A word in English or Vietnamese`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={100}
        data-autofocus
      />
      {places?.length === 0 && (
        <Empty
          text={
            sought.trim() ? (
              <Trans>No drawing of this was found. Try a simpler word.</Trans>
            ) : (
              <Trans>Type what is to be seen, such as “cat” or “mưa”.</Trans>
            )
          }
        />
      )}
      {places?.length !== 0 && !found.data && (
        <Unread of={words.error ? words : found} title={t`The drawings could not be loaded`} height={120} />
      )}
      {found.data && (
        <SimpleGrid cols={{ base: 4, xs: 6 }} spacing="xs" role="group" aria-label={t`Drawings`}>
          {found.data.map((drawing) => (
            <UnstyledButton
              key={drawing.name}
              className={classes.drawing}
              aria-label={drawing.name.replaceAll('-', ' ')}
              onClick={() => onChoose(drawing)}
            >
              <img src={drawing.url} alt="" />
            </UnstyledButton>
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}

interface DrawingChoiceModalProps {
  text: string;
  opened: boolean;
  onClose: () => void;
  onChoose: (file: File) => void;
}

/** Finds a drawing for a card by English and Vietnamese words. */
export default function DrawingChoiceModal({ text, opened, onClose, onChoose }: DrawingChoiceModalProps) {
  const { t } = useLingui();
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Find a drawing`}>
      <Choice
        text={text}
        onChoose={async (drawing) => {
          onClose();
          onChoose(await asPicture(drawing));
        }}
      />
    </Dialog>
  );
}
