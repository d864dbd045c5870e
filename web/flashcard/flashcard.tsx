import { useLingui } from '@lingui/react/macro';
import { Paper } from '@mantine/core';
import { type ComponentType, type CSSProperties, lazy, type ReactNode, Suspense, useState } from 'react';
import { textLanguage } from '../../core/card/text-language.ts';
import type { CardPicture, FurtherFile } from '../../core/contract/card-shape.schema.ts';
import type { Typed } from '../../core/learning/learning.schema.ts';
import { plainText } from '../../core/text/marked-text.ts';
import { CardText } from '../marks/card-text.tsx';
import { type CardFaces, longestWord, sideLook, withBoldWord } from './card-faces.ts';
import { type CardDetails, detailsOf } from './card-look.ts';
import classes from './flashcard.module.css';
import type { FurtherFilesProps } from './further-files.tsx';
import { QuietText, Tag } from './light-parts.tsx';

const SHEET = `${Paper.classes.root} ${classes.sheet}`;

/** Where it cannot be loaded, the card is what it is without. */
const FurtherFiles = lazy<ComponentType<FurtherFilesProps>>(() =>
  import('./further-files.tsx').then(
    (loaded) => ({ default: loaded.FurtherFiles }),
    () => ({ default: () => null }),
  ),
);

const further = (files: FurtherFile[] | undefined, isQuiet = false) =>
  files &&
  files.length > 0 && (
    <Suspense>
      <FurtherFiles files={files} isQuiet={isQuiet} />
    </Suspense>
  );

interface SideProps {
  text: string;
  lang: string | undefined;
  picture?: CardPicture | null | undefined;
  others: FurtherFile[] | undefined;
  /** The question beside its answer. */
  isQuiet?: boolean;
}

function Side({ text, lang, picture, others, isQuiet = false }: SideProps) {
  const plain = plainText(text);
  return (
    <>
      {picture && (
        // The next card's is another one: this one would stay to be seen until that has come.
        <img
          key={picture.file}
          src={picture.file}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
          className={classes.picture}
          data-quiet={isQuiet || undefined}
        />
      )}
      {further(others, isQuiet)}
      <p
        lang={lang}
        className={classes.side}
        data-look={sideLook(plain)}
        data-quiet={isQuiet || undefined}
        style={{ '--letters': longestWord(plain) } as CSSProperties}
      >
        <CardText text={text} />
      </p>
    </>
  );
}

interface LeavingSideProps {
  text: string;
  turn: Turn;
  onAnimationEnd: () => void;
}

/**
 * The side that turns away, as a picture: its text is in an attribute, so that nobody reads, hears or selects it
 * twice. It goes when it has turned: to remove it with the next tap would take that longer than to draw the card.
 */
function LeavingSide({ text, turn, onAnimationEnd }: LeavingSideProps) {
  const plain = plainText(text);
  return (
    <div
      aria-hidden
      onAnimationEnd={onAnimationEnd}
      className={`${SHEET} ${classes.leaving}`}
      data-with-border
      data-turn={turn}
    >
      <div className={classes.faces}>
        <p
          className={classes.side}
          data-look={sideLook(plain)}
          data-text={plain}
          style={{ '--letters': longestWord(plain) } as CSSProperties}
        />
      </div>
    </div>
  );
}

interface DetailsProps {
  card: CardDetails;
  /** The sides that are shown; the example has one of them. */
  words: string[];
  revealed: boolean;
  languageOf: (text: string) => string | undefined;
}

/** What is shown of a word beside its meaning. */
function Details({ card, words, revealed, languageOf }: DetailsProps) {
  const { i18n } = useLingui();
  const details = detailsOf(card, i18n);
  const labels = details.filter(({ look }) => look === 'label');
  return (
    <div className={classes.details}>
      {labels.length > 0 && (
        <div className={classes.tags}>
          {labels.map(({ name, text }) => (
            <Tag key={name}>{text}</Tag>
          ))}
        </div>
      )}
      {details.map(
        ({ name, text, look }) =>
          (look === 'example' || (revealed && look === 'answer')) && (
            <QuietText
              key={name}
              size={look === 'example' ? 'md' : 'sm'}
              lang={languageOf(text)}
              className={look === 'example' ? `${classes.text} ${classes.example}` : classes.text}
            >
              <CardText text={look === 'example' ? words.reduce(withBoldWord, text) : text} />
            </QuietText>
          ),
      )}
    </div>
  );
}

interface FlashcardProps {
  /** Which showing of a card it is; the next one takes its place and has not been turned. Absent where there is one. */
  showing?: string;
  card: CardDetails;
  faces: CardFaces;
  revealed: boolean;
  position: number;
  total: number;
  /** What a typed or chosen answer to it was. */
  judged?: Typed;
  audio: ReactNode;
}

type Turn = 'over' | 'back';

/** Which way the card turns; undefined before its first turn and once that is over. */
function useTurn(showing: string, revealed: boolean) {
  const [last, setLast] = useState<{ showing: string; revealed: boolean; turn?: Turn }>({
    showing,
    revealed,
  });
  if (last.showing !== showing) setLast({ showing, revealed });
  else if (last.revealed !== revealed) setLast({ showing, revealed, turn: revealed ? 'over' : 'back' });
  const turn = last.showing === showing ? last.turn : undefined;
  return { turn, end: () => setLast({ showing, revealed }) };
}

/** A card that turns over. The answer is not on the page before it is revealed. */
export function Flashcard({ showing = '', card, faces, revealed, ...props }: FlashcardProps) {
  const { position, total, judged, audio } = props;
  const { turn, end } = useTurn(showing, revealed);
  const languageOf = (text: string) => textLanguage(text, [faces.question, faces.answer]);
  return (
    <div className={`${classes.flashcard} ${judged === 'wrong' ? 'shakes' : ''}`} data-judged={judged}>
      <div className={classes.stage} data-turn={turn} data-behind={Math.min(2, total - position)}>
        <div className={SHEET} data-with-border data-turn={turn}>
          <div className={classes.top}>
            {/* What is around the card is named so. */}
            <QuietText size="sm" className="tabular" aria-hidden>
              {position} / {total}
            </QuietText>
            {audio}
          </div>
          <div className={classes.faces}>
            <Side
              text={faces.question}
              lang={languageOf(faces.question)}
              picture={faces.questionPicture}
              others={faces.questionFurther}
              isQuiet={revealed}
            />
            {revealed && (
              <>
                <hr className={classes.fold} />
                <Side
                  text={faces.answer}
                  lang={languageOf(faces.answer)}
                  picture={faces.answerPicture}
                  others={faces.answerFurther}
                />
                {further(faces.furtherSounds)}
              </>
            )}
            {faces.frontShown && (
              <Details
                card={card}
                words={revealed ? [faces.question, faces.answer] : [faces.question]}
                revealed={revealed}
                languageOf={languageOf}
              />
            )}
          </div>
        </div>
        {turn && (
          <LeavingSide
            key={turn}
            text={revealed ? faces.question : faces.answer}
            turn={turn}
            onAnimationEnd={end}
          />
        )}
      </div>
    </div>
  );
}
