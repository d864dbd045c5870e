import { Trans } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import type { StudyCard } from '../../core/card/card.schema.ts';
import type { DeckLanguages } from '../../core/deck/deck.schema.ts';
import type { Rating } from '../../core/learning/learning.schema.ts';
import { ANSWER_MAX, THINK_MS_MAX } from '../../core/learning/learning-limits.ts';
import { isTypable, judgedAnswer } from '../../core/learning/typed-answer.ts';
import { AnswerBox } from './answer-box.tsx';
import { AudioButton } from './audio-button.tsx';
import type { CardFaces } from './card-faces.ts';
import { Flashcard } from './flashcard.tsx';
import classes from './learning-session.module.css';
import { KeyCap, LightButton } from './light-parts.tsx';
import type { NextDays } from './next-day.ts';
import { RatingButtons } from './rating-buttons.tsx';
import type { Turned } from './session.state.ts';
import { TypedResult } from './typed-result.tsx';
import { useCardSound } from './use-card-sound.ts';
import { useSessionKeys } from './use-session-keys.ts';
import { type Asking, suggestedRating } from './ways/asking.ts';
import { ChoiceBox, DictationPrompt } from './ways/late-ways.tsx';

interface CurrentCardProps {
  card: StudyCard;
  asking: Asking;
  /** How the deck has typed answers judged. */
  lenient: boolean;
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
  const { card, asking, lenient, faces, backFirst, position, total, revealed } = props;
  const { startInBox, nextDays, onReveal, onRate } = props;
  const { way, mode, accepted, others } = asking;
  const [typed, setTyped] = useState('');
  const sound = useCardSound({
    card,
    languages: props.languages,
    backFirst,
    revealed,
    isDictation: way === 'dictation',
  });
  const play = sound?.play;
  // By a clock that cannot be set.
  const [shownAt] = useState(() => performance.now());
  // What is heard is the front.
  const asked = backFirst && way !== 'dictation' ? 'back' : 'front';
  const judged = (answer: string) => judgedAnswer(answer, card, { asked, mode, lenient });
  const revealWith = (answer: string) =>
    onReveal({
      typed: judged(answer),
      asked,
      think_ms: Math.min(THINK_MS_MAX, Math.round(performance.now() - shownAt)),
      ...(answer.trim() !== '' && { answer: answer.slice(0, ANSWER_MAX) }),
      ...(mode !== 'session' && { mode }),
    });
  const reveal = () => revealWith(typed);
  const suggested =
    revealed && typed !== '' && way !== 'turning' ? suggestedRating(judged(typed), lenient) : undefined;
  useSessionKeys({ revealed, suggested, onReveal: reveal, onRate, onPlay: play });

  return (
    <>
      {way === 'dictation' && play && !revealed ? (
        <Suspense>
          <DictationPrompt onPlay={play} />
        </Suspense>
      ) : (
        <Flashcard
          card={card}
          faces={faces}
          revealed={revealed}
          position={position}
          total={total}
          audio={sound && <AudioButton onPlay={sound.play} isSpoken={sound.isSpoken} />}
        />
      )}
      {way === 'choice' && !revealed && (
        <Suspense>
          <ChoiceBox
            card={card}
            backFirst={backFirst}
            others={others}
            onChoose={(option) => {
              setTyped(option);
              revealWith(option);
            }}
          />
        </Suspense>
      )}
      {!revealed && way !== 'choice' && accepted.every(isTypable) && (
        <AnswerBox
          accepted={accepted}
          lenient={lenient}
          typed={typed}
          startInBox={startInBox || way !== 'turning'}
          onChange={setTyped}
          onReveal={reveal}
        />
      )}
      {revealed && typed !== '' && (
        <TypedResult
          typed={typed}
          accepted={way === 'choice' ? [faces.answer] : accepted}
          lenient={lenient}
          isChosen={way === 'choice'}
        />
      )}
      <div className={classes.actions}>
        {revealed ? (
          <RatingButtons nextDays={nextDays} suggested={suggested} onRate={onRate} />
        ) : (
          <LightButton
            look="filled"
            isLarge
            className={classes.reveal}
            onClick={reveal}
            aria-keyshortcuts="Space Enter"
            keys={
              <>
                <KeyCap className={classes.pageKey}>Space</KeyCap>
                <KeyCap className={classes.boxKey}>Enter</KeyCap>
              </>
            }
          >
            <Trans>Reveal</Trans>
          </LightButton>
        )}
      </div>
    </>
  );
}
