import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Kbd, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { StudyCard } from '../../core/card/card.schema.ts';
import type { Rating } from '../../core/learning/learning.schema.ts';
import { THINK_MS_MAX } from '../../core/learning/learning-limits.ts';
import { AnswerBox } from './answer-box.tsx';
import { AudioButton } from './audio-button.tsx';
import { cardFaces } from './card-faces.ts';
import { Flashcard } from './flashcard.tsx';
import { HeardSide } from './heard-side.tsx';
import classes from './learning-session.module.css';
import type { NextDays } from './next-day.ts';
import { RatingButtons } from './rating-buttons.tsx';
import type { Turned } from './session.state.ts';
import { expectedAnswer, isTypable, typedVerdict } from './typed-answer.ts';
import { TypedResult } from './typed-result.tsx';
import { useCardAudio } from './use-card-audio.ts';
import { useSessionKeys } from './use-session-keys.ts';

interface CurrentCardProps {
  card: StudyCard;
  backFirst: boolean;
  position: number;
  total: number;
  revealed: boolean;
  /** The cursor starts in the answer box. */
  startInBox: boolean;
  nextDays: NextDays | null;
  onReveal: (turned: Turned) => void;
  onRate: (rating: Rating) => void;
}

export function CurrentCard(props: CurrentCardProps) {
  const { card, backFirst, position, total, revealed, startInBox, nextDays, onReveal, onRate } = props;
  const { t } = useLingui();
  const region = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState('');
  const faces = cardFaces(card, backFirst, revealed);
  const expected = expectedAnswer(faces.answer);
  const play = useCardAudio(faces.frontShown ? card.audio_file : null);
  // By a clock that cannot be set.
  const [shownAt] = useState(() => performance.now());
  const reveal = () =>
    onReveal({
      typed: typedVerdict(typed, expected),
      asked: backFirst ? 'back' : 'front',
      think_ms: Math.min(THINK_MS_MAX, Math.round(performance.now() - shownAt)),
    });
  useSessionKeys({ revealed, onReveal: reveal, onRate, onPlay: play });

  // The button that was pressed is gone: the keyboard would otherwise start again at the top of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: revealing is what takes the button away
  useEffect(() => {
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true });
  }, [revealed]);

  return (
    <section ref={region} tabIndex={-1} aria-label={t`Card ${position} of ${total}`} className={classes.card}>
      <Flashcard
        card={card}
        faces={faces}
        revealed={revealed}
        position={position}
        total={total}
        audio={play && <AudioButton onPlay={play} />}
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
      <VisuallyHidden aria-live="polite">
        <HeardSide faces={faces} revealed={revealed} position={position} total={total} />
      </VisuallyHidden>
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
    </section>
  );
}
