import { useLingui } from '@lingui/react/macro';
import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { type CSSProperties, type ReactNode, useState } from 'react';
import type { Card, CardPicture } from '../../core/card/card.schema.ts';
import { textLanguage } from '../../core/card/text-language.ts';
import { partOfSpeech } from '../card/part-of-speech.ts';
import { type CardFaces, longestWord, sideLook } from './card-faces.ts';
import classes from './flashcard.module.css';

/** What stands below the sides. */
type CardDetails = Pick<Card, 'part_of_speech' | 'level' | 'example_sentence' | 'definition'>;

interface SideProps {
  text: string;
  lang: string | undefined;
  picture?: CardPicture | null | undefined;
  /** The question beside its answer. */
  isQuiet?: boolean;
}

function Side({ text, lang, picture, isQuiet = false }: SideProps) {
  return (
    <>
      {picture && (
        <img
          src={picture.file}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
          className={classes.picture}
          data-quiet={isQuiet || undefined}
        />
      )}
      <p
        lang={lang}
        className={classes.side}
        data-look={sideLook(text)}
        data-quiet={isQuiet || undefined}
        style={{ '--letters': longestWord(text) } as CSSProperties}
      >
        {text}
      </p>
    </>
  );
}

/**
 * The side that turns away, as a picture: its text is in an attribute, so that nobody reads, hears or selects it
 * twice.
 */
function LeavingSide({ text, turn }: { text: string; turn: Turn }) {
  return (
    <Paper
      withBorder
      radius="lg"
      aria-hidden
      className={`${classes.sheet} ${classes.leaving}`}
      data-turn={turn}
    >
      <div className={classes.faces}>
        <p
          className={classes.side}
          data-look={sideLook(text)}
          data-text={text}
          style={{ '--letters': longestWord(text) } as CSSProperties}
        />
      </div>
    </Paper>
  );
}

interface DetailsProps {
  card: CardDetails;
  revealed: boolean;
  languageOf: (text: string) => string | undefined;
}

/** What is shown of a word beside its meaning. */
function Details({ card, revealed, languageOf }: DetailsProps) {
  const { i18n } = useLingui();
  return (
    <Stack gap="xs" align="center">
      {(card.part_of_speech || card.level) && (
        <Group gap={6} justify="center">
          {card.part_of_speech && (
            <Badge variant="default" tt="none">
              {partOfSpeech(i18n, card.part_of_speech)}
            </Badge>
          )}
          {card.level && (
            <Badge variant="default" tt="none">
              {card.level}
            </Badge>
          )}
        </Group>
      )}
      {card.example_sentence && (
        <Text
          lang={languageOf(card.example_sentence)}
          ta="center"
          fs="italic"
          c="dimmed"
          className={classes.text}
        >
          {card.example_sentence}
        </Text>
      )}
      {revealed && card.definition && (
        <Text lang={languageOf(card.definition)} ta="center" size="sm" c="dimmed" className={classes.text}>
          {card.definition}
        </Text>
      )}
    </Stack>
  );
}

interface FlashcardProps {
  card: CardDetails;
  faces: CardFaces;
  revealed: boolean;
  position: number;
  total: number;
  audio: ReactNode;
}

type Turn = 'over' | 'back';

/** Returns which way the card was turned last, undefined before its first turn. */
function useTurn(revealed: boolean): Turn | undefined {
  const [shown, setShown] = useState(revealed);
  const [turn, setTurn] = useState<Turn>();
  if (shown !== revealed) {
    setShown(revealed);
    setTurn(revealed ? 'over' : 'back');
  }
  return turn;
}

/** A card that turns over. The answer is not on the page before it is revealed. */
export function Flashcard({ card, faces, revealed, position, total, audio }: FlashcardProps) {
  const turn = useTurn(revealed);
  const languageOf = (text: string) => textLanguage(text, [faces.question, faces.answer]);
  return (
    <div className={classes.flashcard}>
      <div className={classes.stage}>
        <Paper withBorder radius="lg" className={classes.sheet} data-turn={turn}>
          <Group justify="space-between" px="md" pt="xs" mih={44}>
            {/* What is around the card is named so. */}
            <Text size="sm" c="dimmed" className="tabular" aria-hidden>
              {position} / {total}
            </Text>
            {audio}
          </Group>
          <div className={classes.faces}>
            <Side
              text={faces.question}
              lang={languageOf(faces.question)}
              picture={faces.questionPicture}
              isQuiet={revealed}
            />
            {revealed && (
              <>
                <hr className={classes.fold} />
                <Side text={faces.answer} lang={languageOf(faces.answer)} picture={faces.answerPicture} />
              </>
            )}
            {faces.frontShown && <Details card={card} revealed={revealed} languageOf={languageOf} />}
          </div>
        </Paper>
        {turn && <LeavingSide key={turn} text={revealed ? faces.question : faces.answer} turn={turn} />}
      </div>
    </div>
  );
}
