import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import type { Address } from '../../core/api.ts';
import { CARD_TEXT_NAMES, type CardTextName, isCardText } from '../../core/contract/card-fields.ts';
import { readCardRow } from '../../core/deck-import/cards/card-row.ts';
import type {
  CheckedCard,
  DeckImport,
  MendBody,
  Problem,
} from '../../core/deck-import/deck-import.schema.ts';
import classes from '../card/card-line.module.css';
import { CardLine } from '../card/card-line.tsx';
import type { CardValues } from '../deck/card-rules.ts';
import { getTogether } from '../lib/call/gathered-get.ts';
import { followPage } from '../lib/live/page-life.ts';
import { Unread } from '../ui/feedback/load-error.tsx';
import { useAttempt } from '../ui/feedback/use-submit.ts';
import { NextPages } from '../ui/list/next-pages.tsx';
import { cardsAddress, mendImportCard } from './calls-by-role.ts';
import { isRefused } from './import-status.ts';
import { importProblemText } from './problem-text.ts';
import { PictureIcon, SoundIcon } from './upload/sample-cards.tsx';

type TextProblems = Partial<Record<CardTextName, string>>;

const isOfText = ({ severity, field }: Pick<Problem, 'severity' | 'field'>): boolean =>
  severity === 'error' && field !== null && isCardText(field);

const foundProblems = (i18n: I18n, { problems }: CheckedCard): TextProblems =>
  Object.fromEntries(problems.filter(isOfText).map((one) => [one.field, importProblemText(i18n, one)]));

const isInDoubt = ({ problems }: CheckedCard): boolean =>
  problems.some(({ severity, field }) => severity === 'error' && field === null);

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

function CheckedLine({ importId, card, onMended }: CheckedLineProps) {
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
    // A line that is in doubt may be right as it was read: saving it says so.
    const texts = isAtRisk ? typed : isInDoubt(card) && { front: values.front };
    if (!texts || (await mend({ texts }))) close();
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
            {isAnyOpen ? t`Save` : t`Edit`}
          </Button>
        )}
        {isChosen && (isEdited || isAtRisk) && (
          <Button h={44} variant="subtle" color="gray" onClick={close}>
            {t`Cancel`}
          </Button>
        )}
      </Group>
    </CardLine>
  );
}

async function loadCards(url: string) {
  const { data, next } = await getTogether(url as Address<'GET /api/imports/:importId/cards'>);
  return { url, data, next };
}

/** Read when it is opened; what is mended stays in its place, also where only lines that are wrong are shown. */
const ONCE = { keepPreviousData: true, revalidateOnFocus: false, revalidateOnReconnect: false };

function useCheckedCards(importId: number, after: number | undefined, isWrongOnly: boolean) {
  const url: string = cardsAddress(
    { params: { importId } },
    { ...(after !== undefined && { after }), ...(isWrongOnly && { wrong: '1' as const }) },
  );
  const { data, error, mutate } = useSWR(url, loadCards, ONCE);
  const replace = (card: CheckedCard) =>
    mutate((page) => page && { ...page, data: page.data.map((one) => (one.row === card.row ? card : one)) }, {
      revalidate: false,
    });
  return { data, error, mutate, replace, isOld: data !== undefined && data.url !== url };
}

interface CheckedLinesProps {
  current: DeckImport;
  onChange: (changed: DeckImport) => void;
}

/**
 * Every line of a checked file as the card that it becomes. Before it comes, it can be looked through, mended and left
 * out.
 */
export default function CheckedLines({ current, onChange }: CheckedLinesProps) {
  const { t } = useLingui();
  const [isWrongOnly, setWrongOnly] = useState(isRefused(current));
  const [starts, setStarts] = useState<number[]>([]);
  const top = useRef<HTMLHeadingElement>(null);
  const page = useCheckedCards(current.id, starts.at(-1), isWrongOnly);
  const { data, isOld } = page;
  return (
    <Stack component="section" gap="sm" aria-label={t`Cards to be added`}>
      <Title order={4} ref={top} tabIndex={-1}>
        {t`Cards to be added`}
      </Title>
      <Switch
        label={t`Only lines that are wrong`}
        checked={isWrongOnly}
        onChange={(event) => {
          setWrongOnly(event.currentTarget.checked);
          setStarts([]);
        }}
      />
      {!data || (page.error !== undefined && isOld) ? (
        <Unread of={page} height={320} radius="md" />
      ) : data.data.length === 0 ? (
        <Text c="dimmed" role="status">
          {t`No line is wrong.`}
        </Text>
      ) : (
        <ul className={classes.list} aria-label={t`Lines of the list`} aria-busy={isOld}>
          {data.data.map((card) => (
            <CheckedLine
              key={card.row}
              importId={current.id}
              card={card}
              onMended={(mended) => {
                void page.replace(mended);
                onChange({ ...current, has_mends: true, needs_check: true });
              }}
            />
          ))}
        </ul>
      )}
      <NextPages
        starts={starts}
        next={data?.next ?? null}
        isBusy={isOld}
        onTurn={(next) => {
          setStarts(next);
          top.current?.focus();
        }}
      />
    </Stack>
  );
}
