import { useLingui } from '@lingui/react/macro';
import { Stack, VisuallyHidden } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Card } from '../../core/card/card.schema.ts';
import { AudioButton } from '../learning/audio-button.tsx';
import { cardFaces } from '../learning/card-faces.ts';
import { Flashcard } from '../learning/flashcard.tsx';
import { HeardSide } from '../learning/heard-side.tsx';
import { useCardAudio } from '../learning/use-card-audio.ts';
import { isSilenced } from '../lib/letter-keys.ts';
import { noticeText } from '../lib/notice-text.ts';
import classes from './deck-preview.module.css';
import { PreviewButtons } from './preview-buttons.tsx';
import { previewAction } from './preview-keys.ts';

interface PreviewKeys {
  flip: () => void;
  move: (by: 1 | -1) => void;
  /** Absent without audio. */
  play: (() => void) | undefined;
}

/** The arrows move, Space turns the card over, P plays. */
function usePreviewKeys({ flip, move, play }: PreviewKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const onControl = target instanceof Element && target.closest('button, a[href]') !== null;
    const action = previewAction({ key, ctrlKey, metaKey, altKey, onControl });
    if (action === null || event.defaultPrevented || isSilenced(event)) return;
    event.preventDefault();
    if (action === 'flip') flip();
    else if (action === 'play') play?.();
    else move(action === 'next' ? 1 : -1);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

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
          <HeardSide faces={faces} revealed={revealed} position={position} total={total} />
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
