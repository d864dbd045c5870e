import { useLingui } from '@lingui/react/macro';
import { Stack, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { Card } from '../../core/card/card.schema.ts';
import { AudioButton } from '../learning/audio-button.tsx';
import { cardFaces } from '../learning/card-faces.ts';
import { Flashcard } from '../learning/flashcard.tsx';
import { useCardAudio } from '../learning/use-card-audio.ts';
import { noticeText } from '../lib/notice-text.ts';
import classes from './deck-preview.module.css';
import { PreviewButtons } from './preview-buttons.tsx';
import { usePreviewKeys } from './use-preview-keys.ts';

interface DeckPreviewProps {
  card: Card;
  /** Where it is in the deck, from 0. */
  index: number;
  /** Cards in the deck. */
  total: number;
  backFirst: boolean;
  /** Asks for the card at another place. */
  onMove: (index: number) => void;
}

/** One card after the other, to be turned over; nothing is recorded. */
export function DeckPreview({ card, index, total, backFirst, onMove }: DeckPreviewProps) {
  const { t } = useLingui();
  const [revealed, setRevealed] = useState(false);
  const faces = cardFaces(card, backFirst, revealed);
  const position = index + 1;
  const play = useCardAudio(faces.frontShown ? card.audio_file : null, noticeText.audioFailed);

  const flip = () => setRevealed(!revealed);
  const move = (by: 1 | -1) => {
    if (index + by < 0 || index + by >= total) return;
    onMove(index + by);
    setRevealed(false);
  };
  usePreviewKeys({ flip, move, play });

  return (
    <Stack>
      <section aria-label={t`Card ${position} of ${total}`} className={classes.card}>
        <Flashcard
          key={card.id}
          card={card}
          faces={faces}
          revealed={revealed}
          position={position}
          total={total}
          audio={play && <AudioButton onPlay={play} />}
        />
        <VisuallyHidden aria-live="polite">
          {revealed ? t`Answer: ${faces.answer}` : t`Card ${position} of ${total}: ${faces.question}`}
        </VisuallyHidden>
      </section>
      <PreviewButtons
        revealed={revealed}
        atStart={index === 0}
        atEnd={position === total}
        onFlip={flip}
        onMove={move}
      />
    </Stack>
  );
}
