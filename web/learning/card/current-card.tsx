import { Trans } from '@lingui/react/macro';
import { Suspense, useEffect, useState } from 'react';
import type { DeckLanguages } from '../../../core/deck/deck.schema.ts';
import { hiddenSide, isTypable, judgedAnswer } from '../../../core/learning/answering/typed-answer.ts';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import { ANSWER_MAX, THINK_MS_MAX } from '../../../core/learning/learning-limits.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { AnswerBox } from '../../flashcard/answer-box.tsx';
import { AudioButton } from '../../flashcard/audio-button.tsx';
import type { CardFaces } from '../../flashcard/card-faces.ts';
import { Flashcard } from '../../flashcard/flashcard.tsx';
import { KeyCap, LightButton } from '../../flashcard/light-parts.tsx';
import { useCardSound } from '../../flashcard/use-card-sound.ts';
import { learningText } from '../learning-text.ts';
import classes from '../screen/learning-session.module.css';
import { useSessionKeys } from '../screen/use-session-keys.ts';
import type { NextDays } from '../session/next-day.ts';
import type { Turned } from '../session/session.state.ts';
import { type Asking, suggestedRating } from '../ways/asking.ts';
import { ChoiceBox, DictationPrompt, JudgedSheet, loadLaterParts } from '../ways/lazy-ways.tsx';
import { RatingButtons } from './rating-buttons.tsx';

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
  /** What was typed or chosen, of a card that was turned before the page was loaded again. */
  answered: string;
  /** The cursor starts in the answer box. */
  startInBox: boolean;
  nextDays: NextDays | null;
  /** The student has hardly ever rated a card. */
  isBeginner: boolean;
  onReveal: (turned: Turned) => void;
  onRate: (rating: Rating) => void;
}

/** One showing of a card, whose answer starts empty. */
export function CurrentCard(props: CurrentCardProps) {
  const { card, asking, lenient, faces, backFirst, position, total, revealed } = props;
  const { answered, startInBox, nextDays, isBeginner, onReveal, onRate } = props;
  const { way, mode, accepted, others } = asking;
  const [typed, setTyped] = useState(answered);
  const sound = useCardSound({
    card,
    languages: props.languages,
    backFirst,
    revealed,
    isDictation: way === 'dictation',
    failed: learningText.audioFailed,
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
  const judgement = revealed ? judged(typed) : 'none';
  const suggested = judgement === 'none' ? undefined : suggestedRating(judgement, lenient);
  const hidden = hiddenSide(card, asked, mode);
  const isToBeJudged = way !== 'turning' || typed !== '';
  useEffect(() => {
    if (isToBeJudged) loadLaterParts().catch(() => {});
  }, [isToBeJudged]);
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
      {way === 'choice' && (!revealed || judgement !== 'none') && (
        <Suspense>
          <ChoiceBox
            card={card}
            backFirst={backFirst}
            others={others}
            right={hidden}
            chosen={revealed ? typed : undefined}
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
      <div className={classes.actions} data-judged={suggested !== undefined || undefined} data-kept-clear>
        {judgement !== 'none' && suggested !== undefined && (
          <Suspense fallback={<div className={classes.sheetRoom} />}>
            <JudgedSheet
              card={card}
              typed={typed}
              judged={judgement}
              hidden={hidden}
              accepted={accepted}
              isChosen={way === 'choice'}
              suggested={suggested}
              nextDays={nextDays}
              onRate={onRate}
            />
          </Suspense>
        )}
        {revealed && judgement === 'none' && (
          <RatingButtons nextDays={nextDays} isExplained={isBeginner} onRate={onRate} />
        )}
        {!revealed && (
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
