import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CARD_TEXT_NAMES, type CardTextName, isCardText } from '../../core/contract/card-fields.ts';
import { readCardRow } from '../../core/deck-import/cards/card-row.ts';
import type { CheckedCard, MendBody, Problem } from '../../core/deck-import/deck-import.schema.ts';
import { CardLine } from '../card/card-line.tsx';
import type { CardValues } from '../deck/card-rules.ts';
import { followPage } from '../lib/live/page-life.ts';
import { useAttempt } from '../ui/feedback/use-submit.ts';
import { mendImportCard } from './calls-by-role.ts';
import { importProblemText } from './problem-text.ts';
import { PictureIcon, SoundIcon } from './upload/sample-cards.tsx';

type TextProblems = Partial<Record<CardTextName, string>>;

const isOfText = ({ severity, field }: Pick<Problem, 'severity' | 'field'>): boolean =>
  severity === 'error' && field !== null && isCardText(field);

/** What the check has found in the texts. */
const foundProblems = (i18n: I18n, { problems }: CheckedCard): TextProblems =>
  Object.fromEntries(problems.filter(isOfText).map((one) => [one.field, importProblemText(i18n, one)]));

/** What is wrong with texts that were typed, by the rules of every file. */
function typedProblems(
  i18n: I18n,
  texts: CardValues,
  { row, problems: _, ...card }: CheckedCard,
): TextProblems {
  const found: TextProblems = {};
  readCardRow({ row, values: { ...card, ...texts } }, ({ params = {}, ...problem }) => {
    const { field, code } = problem;
    if (isOfText(problem))
      found[field as CardTextName] = importProblemText(i18n, { code, params, message: code });
  });
  return found;
}

interface CheckedLineProps {
  importId: number;
  card: CheckedCard;
  onMended: (card: CheckedCard) => void;
}

/** A line of a checked file as the card that it becomes; its texts are mended in their place, or it is left out. */
export function CheckedLine({ importId, card, onMended }: CheckedLineProps) {
  const { t, i18n } = useLingui();
  const buttons = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<Partial<CardValues>>({});
  const [isEdited, setEdited] = useState(false);
  /** As it was just ticked or not, until that is kept. */
  const [choice, setChoice] = useState<boolean>();
  const [mend, isMending] = useAttempt(
    msg({ message: 'The card could not be saved: {message}' }),
    async (body: MendBody) => {
      onMended(await mendImportCard(importId, card.row, body));
      return true;
    },
  );
  const { row, audio, front_picture, back_picture } = card;
  const values = { ...card.texts, ...typed };
  const found = foundProblems(i18n, card);
  const wrong = typedProblems(i18n, values, card);
  const isChosen = choice ?? !card.is_left_out;
  const isTyped = (field: CardTextName) => typed[field] !== undefined;
  const problemOf = (field: CardTextName) => (isTyped(field) ? wrong : found)[field];
  const isOpen = (field: CardTextName) => isEdited || found[field] !== undefined || isTyped(field);
  const isAnyOpen = CARD_TEXT_NAMES.some(isOpen);

  const isAtRisk = Object.keys(typed).length > 0;
  useEffect(() => followPage({ isAtRisk: () => isAtRisk }), [isAtRisk]);

  const choose = async (isTicked: boolean) => {
    if (isMending) return;
    setChoice(isTicked);
    await mend({ is_left_out: !isTicked });
    setChoice(undefined);
  };
  const close = () => {
    setTyped({});
    setEdited(false);
  };
  const save = async () => {
    if (isMending) return;
    if (CARD_TEXT_NAMES.some(problemOf)) {
      buttons.current?.closest('li')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      return;
    }
    if (!isAtRisk) return close();
    if (await mend({ texts: typed })) close();
  };
  return (
    <CardLine
      line={row}
      values={values}
      isChosen={isChosen}
      isBusy={false}
      isOpen={isOpen}
      problemOf={problemOf}
      notes={card.problems.filter((one) => !isOfText(one)).map((one) => importProblemText(i18n, one))}
      onChoose={(isTicked) => void choose(isTicked)}
      onText={(field, text) => setTyped((before) => ({ ...before, [field]: text }))}
    >
      <Group gap="xs" ref={buttons}>
        {audio !== null && <SoundIcon />}
        {(front_picture ?? back_picture) !== null && <PictureIcon />}
        {isChosen && (
          <Button
            h={44}
            variant="subtle"
            aria-label={isAnyOpen ? t`Save line ${row}` : t`Edit line ${row}`}
            loading={isMending}
            onClick={() => (isAnyOpen ? void save() : setEdited(true))}
          >
            {isAnyOpen ? <Trans>Save</Trans> : <Trans>Edit</Trans>}
          </Button>
        )}
        {isChosen && (isEdited || isAtRisk) && (
          <Button h={44} variant="subtle" color="gray" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </Group>
    </CardLine>
  );
}
