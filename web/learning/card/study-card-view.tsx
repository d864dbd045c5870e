import { useLingui } from '@lingui/react/macro';
import { type CSSProperties, type MouseEvent, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { Deck, DeckLanguages, Way } from '../../../core/deck/deck.schema.ts';
import { hiddenSide, judgedAnswer } from '../../../core/learning/answering/typed-answer.ts';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import { ANSWER_MAX, THINK_MS_MAX } from '../../../core/learning/learning-limits.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { deckHue } from '../../deck/deck-mark.tsx';
import { AnswerBox, AnswerBoxRoom } from '../../flashcard/answer-box.tsx';
import { type CardFaces, cardFaces } from '../../flashcard/card-faces.ts';
import { Flashcard } from '../../flashcard/flashcard.tsx';
import { AudioButton, HeardSide, type HeardSideProps } from '../../flashcard/heard-side.tsx';
import { KeyCap, LightButton, Unseen } from '../../flashcard/light-parts.tsx';
import { useCardSound, useVoice } from '../../flashcard/use-card-sound.ts';
import { afterFrame } from '../../lib/live/timing.ts';
import { KEYS } from '../../ui/control/keys.ts';
import { learningText } from '../learning-text.ts';
import classes from '../screen/learning-session.module.css';
import { useSessionKeys } from '../screen/use-session-keys.ts';
import { studiedDecks } from '../session/kept-decks.ts';
import { type NextDays, nextDaysOf } from '../session/next-day.ts';
import { currentCard, isNew, type SessionState, type Turned } from '../session/session.state.ts';
import type { SessionController } from '../session/session-controller.ts';
import { type Asking, askingOf, suggestedRating } from '../ways/asking.ts';
import { ChoiceBox, DictationPrompt, JudgedSheet, loadLaterParts } from '../ways/lazy-ways.tsx';
import { CardSkeleton } from './card-skeleton.tsx';
import { RatingButtons } from './rating-buttons.tsx';

/** What belongs to one showing of a card: what is typed starts with `answered`, and time begins. */
function useOwn(showing: string, answered: string) {
  // By a clock that cannot be set.
  const fresh = () => ({ showing, typed: answered, shownAt: performance.now() });
  const [own, setOwn] = useState(fresh);
  const current = own.showing === showing ? own : fresh();
  if (current !== own) setOwn(current);
  return { ...current, setTyped: (typed: string) => setOwn({ ...current, typed }) };
}

/**
 * Returns whether a card, which is one of its showings, has been drawn. The first one counts as drawn, as does any whose
 * parts are all wanted at once.
 */
function useDrawn(showing: string, isAtOnce: boolean): boolean {
  const [drawn, setDrawn] = useState(showing);
  useEffect(() => {
    if (drawn !== showing) return afterFrame(() => setDrawn(showing));
  }, [drawn, showing]);
  return isAtOnce || drawn === showing;
}

/**
 * A card as it is shown, whose answer starts empty. Each next one is drawn into the elements of the last, as far as they
 * are the same: to remove them and make others takes a cheap phone a third more.
 */
function CurrentCard(props: {
  /** Which showing of a card it is. */
  showing: string;
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
}) {
  const { t } = useLingui();
  const { showing, card, asking, lenient, faces, backFirst, position, total, revealed } = props;
  const { answered, startInBox, nextDays, isBeginner, onReveal, onRate } = props;
  const { way, mode, accepted, others } = asking;
  const { typed, shownAt, setTyped } = useOwn(showing, answered);
  const hasBox = !revealed && way !== 'choice';
  const isBoxDrawn = useDrawn(showing, startInBox || way !== 'turning');
  const sound = useCardSound({
    showing,
    card,
    languages: props.languages,
    backFirst,
    revealed,
    isDictation: way === 'dictation',
    failed: learningText.audioFailed,
  });
  const play = sound?.play;
  // What is heard is the front.
  const asked = backFirst && way !== 'dictation' ? 'back' : 'front';
  const judged = (answer: string) => judgedAnswer(answer, card, { asked, mode, lenient });
  const revealWith = (answer: string) =>
    onReveal({
      typed: judged(answer),
      asked,
      think_ms: Math.min(THINK_MS_MAX, Math.round(performance.now() - shownAt)),
      // Of a longer one the server hears what it was judged to be.
      ...(answer.trim() !== '' && answer.length <= ANSWER_MAX && { answer }),
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
          <DictationPrompt key={showing} onPlay={play} />
        </Suspense>
      ) : (
        <Flashcard
          showing={showing}
          card={card}
          faces={faces}
          revealed={revealed}
          position={position}
          total={total}
          judged={judgement}
          audio={sound && <AudioButton onPlay={sound.play} isSpoken={sound.isSpoken} />}
        />
      )}
      {way === 'choice' && (!revealed || judgement !== 'none') && (
        <Suspense>
          <ChoiceBox
            key={showing}
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
      {hasBox && !isBoxDrawn && <AnswerBoxRoom />}
      {hasBox && isBoxDrawn && (
        <AnswerBox
          key={showing}
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
              key={showing}
              card={card}
              typed={typed}
              judged={judgement}
              hidden={hidden}
              accepted={accepted}
              isChosen={way === 'choice'}
              suggested={suggested}
              showing={showing}
              onHear={way === 'dictation' ? undefined : play}
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
            aria-keyshortcuts={KEYS.session.reveal.join(' ')}
            keys={
              <>
                <KeyCap className={classes.pageKey}>Space</KeyCap>
                <KeyCap className={classes.boxKey}>Enter</KeyCap>
              </>
            }
          >
            {t`Reveal`}
          </LightButton>
        )}
      </div>
    </>
  );
}

interface StudyCardViewProps {
  /** Null in a session over all decks: each card then has its own. */
  deck: (Pick<Deck, 'display_back_first'> & Partial<Pick<Deck, 'lenient_typing'>> & DeckLanguages) | null;
  /** How the deck of the card in hand is practised. */
  way?: Way | undefined;
  session: SessionState;
  controller: Pick<SessionController, 'reveal' | 'rate'>;
}

/** Cards for which somebody who begins is shown what the ratings mean. */
const CARDS_EXPLAINED = 3;

/** True for the first cards of a student with nothing to review and no other recent deck on this device. */
function isBeginning({ relearning, cards, doneIds, learning }: SessionState): boolean {
  if (relearning || doneIds.length + learning.length >= CARDS_EXPLAINED) return false;
  return cards.every(isNew) && studiedDecks().length < 2;
}

/**
 * Where the focus stays while cards come and go. What is pressed goes away with its card. Without another place the
 * keyboard would start again at the top of the page. Removing what has the focus makes the browser lay out the page
 * again before it draws the next card.
 */
function useFocusHolder(showing: string) {
  const holder = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was shown before may have had the focus
  useEffect(() => {
    if (document.activeElement === document.body) holder.current?.focus({ preventScroll: true });
  }, [showing]);
  const hold = () => {
    const { activeElement } = document;
    if (activeElement !== holder.current && holder.current?.contains(activeElement))
      holder.current.focus({ preventScroll: true });
  };
  return { holder, hold };
}

/**
 * What a finger or a mouse presses does not take the focus, which it would lose with its card: each move of the focus
 * makes the browser lay out the page once more. From elsewhere the focus comes to the card, which then hears the keys.
 */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  if (!(event.target as Element).closest('button')) return;
  event.preventDefault();
  const { currentTarget: holder } = event;
  if (!holder.contains(document.activeElement)) holder.focus({ preventScroll: true });
}

/** What is announced of a card, once it is drawn. */
function HeardLater(props: HeardSideProps) {
  const [heard, setHeard] = useState(props);
  useEffect(() => afterFrame(() => setHeard(props)), [props]);
  return <HeardSide {...heard} />;
}

/** The card on the screen, in a frame that stays from card to card. */
export function StudyCardView({ deck, way = 'turning', session, controller }: StudyCardViewProps) {
  const { t } = useLingui();
  // A student who types the answer to one card will type the next one's too.
  const [isTyping, setIsTyping] = useState(false);
  const card = currentCard(session);
  const revealed = session.revealedAt !== null;
  const showing = card ? `${session.position}:${card.id}:${session.answers[card.id]?.tries ?? 0}` : '';
  const { holder, hold } = useFocusHolder(`${showing}:${revealed}`);
  const languages = card?.deck ?? deck;
  const backFirst = languages?.display_back_first ?? false;
  const { voice, isLoading } = useVoice(way === 'dictation' && card?.audio_file === null);
  // How a card is asked stays while it is shown, whatever voices or cards come meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: said above
  const asking = useMemo(() => {
    if (!card || isLoading) return null;
    const others = [...session.cards, ...session.learned, ...session.firstCards];
    const isAudible = card.audio_file !== null || (voice?.canBeHeard(card, languages) ?? false);
    return askingOf(card, { backFirst, way, others, isAudible });
  }, [showing, way, backFirst, isLoading]);
  if (!card) return null;
  if (!asking) return <CardSkeleton label={t`Loading the card…`} />;
  const isHeard = asking.way === 'dictation';
  const faces = cardFaces(card, backFirst, revealed);
  const position = session.position + 1;
  const total = session.round.length;
  return (
    <section
      ref={holder}
      tabIndex={-1}
      aria-label={t`Card ${position} of ${total}`}
      className={classes.card}
      style={{ '--hue': deckHue(card.deck_id) } as CSSProperties}
      onMouseDown={keepFocus}
    >
      <CurrentCard
        showing={showing}
        card={card}
        faces={faces}
        asking={asking}
        lenient={(card.deck ?? deck)?.lenient_typing ?? false}
        backFirst={backFirst}
        languages={languages}
        position={position}
        total={total}
        revealed={revealed}
        answered={session.turned?.answer ?? ''}
        startInBox={isTyping}
        nextDays={nextDaysOf(session, card)}
        isBeginner={isBeginning(session)}
        onReveal={(turned) => {
          hold();
          setIsTyping(turned.typed !== 'none');
          controller.reveal(turned);
        }}
        onRate={(rating) => {
          hold();
          controller.rate(rating);
        }}
      />
      <Unseen aria-live="polite">
        <HeardLater faces={faces} isHidden={isHeard} revealed={revealed} position={position} total={total} />
      </Unseen>
    </section>
  );
}
