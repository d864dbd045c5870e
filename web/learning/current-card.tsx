import { Trans } from '@lingui/react/macro';
import { Button, Kbd } from '@mantine/core';
import { useState } from 'react';
import type { DeckLanguages, StudyCard } from '../../core/card/card.schema.ts';
import type { Rating } from '../../core/learning/learning.schema.ts';
import { THINK_MS_MAX } from '../../core/learning/learning-limits.ts';
import { AnswerBox } from './answer-box.tsx';
import { AudioButton } from './audio-button.tsx';
import type { CardFaces } from './card-faces.ts';
import { Flashcard } from './flashcard.tsx';
import classes from './learning-session.module.css';
import type { NextDays } from './next-day.ts';
import { RatingButtons } from './rating-buttons.tsx';
import type { Turned } from './session.state.ts';
import { expectedAnswer, isTypable, typedVerdict } from './typed-answer.ts';
import { TypedResult } from './typed-result.tsx';
import { useCardSound } from './use-card-sound.ts';
import { useSessionKeys } from './use-session-keys.ts';

interface CurrentCardProps {
  card: StudyCard;
  faces: CardFaces;
  backFirst: boolean;
  /** In which its deck says that it is read aloud. */
  languages: DeckLanguages | null;
  position: number;
  total: number;
  revealed: boolean;
  /** The cursor starts in the answer box. */
  startInBox: boolean;
  nextDays: NextDays | null;
  onReveal: (turned: Turned) => void;
  onRate: (rating: Rating) => void;
}

/** One showing of a card, whose answer starts empty. */
export function CurrentCard(props: CurrentCardProps) {
  const { card, faces, backFirst, position, total, revealed, startInBox, nextDays, onReveal, onRate } = props;
  const [typed, setTyped] = useState('');
  const expected = expectedAnswer(faces.answer);
  const sound = useCardSound({ card, languages: props.languages, backFirst, revealed });
  // By a clock that cannot be set.
  const [shownAt] = useState(() => performance.now());
  const reveal = () =>
    onReveal({
      typed: typedVerdict(typed, expected),
      asked: backFirst ? 'back' : 'front',
      think_ms: Math.min(THINK_MS_MAX, Math.round(performance.now() - shownAt)),
    });
  useSessionKeys({ revealed, onReveal: reveal, onRate, onPlay: sound?.play });

  return (
    <>
      <Flashcard
        card={card}
        faces={faces}
        revealed={revealed}
        position={position}
        total={total}
        audio={sound && <AudioButton onPlay={sound.play} isSpoken={sound.isSpoken} />}
      />
      {!revealed && isTypable(expected) && (
        <AnswerBox
          expected={expected}
          typed={typed}
          startInBox={startInBox}
          onChange={setTyped}
          onReveal={reveal}
        />
      )}
      {revealed && typed !== '' && <TypedResult typed={typed} expected={expected} />}
      <div className={classes.actions}>
        {revealed ? (
          <RatingButtons nextDays={nextDays} onRate={onRate} />
        ) : (
          <Button
            fullWidth
            size="lg"
            onClick={reveal}
            aria-keyshortcuts="Space Enter"
            rightSection={
              <>
                <Kbd visibleFrom="sm" aria-hidden className={classes.pageKey}>
                  Space
                </Kbd>
                <Kbd visibleFrom="sm" aria-hidden className={classes.boxKey}>
                  Enter
                </Kbd>
              </>
            }
          >
            <Trans>Reveal</Trans>
          </Button>
        )}
      </div>
    </>
  );
}
