import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Badge, Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Edit, TableCard } from '../../../../core/card/edits/card-edit.schema.ts';
import { seenCard } from '../../../../core/card/seen-card.ts';
import {
  CARD_TEXT_NAMES,
  type CardTextName,
  cardTextMax,
  isCardSide,
} from '../../../../core/contract/card-fields.ts';
import { EDITED_AT_ONCE_MAX } from '../../../../core/contract/card-limits.ts';
import { tidyText } from '../../../../core/text/tidy-text.ts';
import { cardFieldText } from '../../../deck/card-field-text.ts';
import { Dialog } from '../../../ui/control/dialog.tsx';
import { type FieldProblem, fieldProblemText } from '../../../ui/control/field-problem.ts';
import { pageOf } from '../../../ui/list/page-of.ts';
import { Pages } from '../../../ui/list/pagination.tsx';
import { SelectionForm, type SelectionProps } from './selection-form.tsx';

export interface FindReplace {
  find: string;
  replace: string;
  columns: readonly CardTextName[];
  isWholeWord: boolean;
  isCase: boolean;
}

interface Replacement {
  card: TableCard;
  column: CardTextName;
  before: string;
  after: string;
  problem: FieldProblem | undefined;
}

/** A sign of a pattern stands for itself. */
const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Words end where no letter, mark or digit follows, in every script. */
const patternOf = ({ find, isWholeWord, isCase }: FindReplace): RegExp => {
  const text = literal(find.normalize('NFC'));
  const bounded = isWholeWord ? `(?<![\\p{L}\\p{M}\\p{N}])${text}(?![\\p{L}\\p{M}\\p{N}])` : text;
  return new RegExp(bounded, isCase ? 'gu' : 'giu');
};

export function replacements(cards: readonly TableCard[], wanted: FindReplace): Replacement[] {
  if (wanted.find === '') return [];
  const pattern = patternOf(wanted);
  const put = wanted.replace.normalize('NFC');
  return cards.flatMap((card) =>
    wanted.columns.flatMap((column) => {
      const before = card[column];
      if (before === null) return [];
      // As a function: in a text, $ would mean something.
      const after = tidyText(before.replaceAll(pattern, () => put));
      return after === before ? [] : [{ card, column, before, after, problem: problemOf(column, after) }];
    }),
  );
}

function problemOf(column: CardTextName, text: string): FieldProblem | undefined {
  if (text === '' && isCardSide(column)) return 'required';
  return text.length > cardTextMax(column) ? 'long' : undefined;
}

const PAGE_SIZE = 20;
const TARGET = { body: { minHeight: 44, alignItems: 'center' } };

/** The cards are those in which is looked: the selected ones, or those that the table shows. */
interface FindReplaceProps extends SelectionProps {
  isSelection: boolean;
}

function editOf(found: readonly Replacement[]): Edit {
  const cards = new Map<number, Extract<Edit, { act: 'texts' }>['cards'][number]>();
  for (const { card, column, after } of found) {
    const change = cards.get(card.id) ?? { id: card.id, seen: seenCard(card) };
    cards.set(card.id, { ...change, [column]: after });
  }
  return { act: 'texts', cards: [...cards.values()] };
}

function FindForm({ cards, isSelection, run, onClose }: FindReplaceProps) {
  const { t, i18n } = useLingui();
  const [find, setFind] = useState('');
  const [replace, setReplace] = useState('');
  const [columns, setColumns] = useState<readonly CardTextName[]>(CARD_TEXT_NAMES);
  const [isWholeWord, setWholeWord] = useState(false);
  const [isCase, setCase] = useState(false);
  const [page, setPage] = useState(1);
  const wanted = useDeferredValue(
    useMemo(
      () => ({ find, replace, columns, isWholeWord, isCase }),
      [find, replace, columns, isWholeWord, isCase],
    ),
  );
  const found = useMemo(() => replacements(cards, wanted), [cards, wanted]);
  const wrong = found.filter(({ problem }) => problem !== undefined).length;
  const good = found.filter(({ problem }) => problem === undefined);
  const cardCount = new Set(good.map(({ card }) => card.id)).size;
  const isTooMany = cardCount > EDITED_AT_ONCE_MAX;
  const { items, page: shownPage, pageCount } = pageOf(found, page, PAGE_SIZE);
  const count = found.length;

  return (
    <SelectionForm
      edit={() => (good.length === 0 || isTooMany ? null : editOf(good))}
      run={run}
      onClose={onClose}
      disabled={good.length === 0 || isTooMany || wanted.find !== find || wanted.replace !== replace}
      button={t`${plural(good.length, { one: 'Replace in # text', other: 'Replace in # texts' })}`}
    >
      <Text size="sm" c="dimmed">
        {isSelection
          ? t`${plural(cards.length, { one: 'In the selected card', other: 'In # selected cards' })}`
          : t`${plural(cards.length, { one: 'In # card of the table', other: 'In # cards of the table' })}`}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          data-autofocus
          label={t`Find`}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
          autoComplete="off"
        />
        <TextInput
          label={t`Replace with`}
          value={replace}
          onChange={(event) => setReplace(event.currentTarget.value)}
          autoComplete="off"
        />
      </SimpleGrid>
      <Checkbox.Group
        label={t`In these columns`}
        value={[...columns]}
        onChange={(names) => setColumns(CARD_TEXT_NAMES.filter((name) => names.includes(name)))}
      >
        <Group gap="md">
          {CARD_TEXT_NAMES.map((name) => (
            <Checkbox key={name} value={name} label={i18n._(cardFieldText[name])} styles={TARGET} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group gap="md">
        <Checkbox
          label={t`Whole words only`}
          checked={isWholeWord}
          onChange={(event) => setWholeWord(event.currentTarget.checked)}
          styles={TARGET}
        />
        <Checkbox
          label={t`Case counts`}
          checked={isCase}
          onChange={(event) => setCase(event.currentTarget.checked)}
          styles={TARGET}
        />
      </Group>
      <Text role="status" fw={600}>
        {find !== '' && t`${plural(count, { one: '# text would change', other: '# texts would change' })}`}
      </Text>
      {count > 0 && (
        <Stack
          component="ul"
          gap="xs"
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
          aria-label={t`What would change`}
        >
          {items.map((one) => (
            <Change key={`${one.card.id} ${one.column}`} change={one} />
          ))}
        </Stack>
      )}
      <Pages total={pageCount} page={shownPage} onChange={setPage} label={t`Pages of changes`} />
      {wrong > 0 && (
        <Text c="red" size="sm">
          {t`${plural(wrong, { one: '# text stays as it is: the card cannot have the new one', other: '# texts stay as they are: the cards cannot have the new ones' })}`}
        </Text>
      )}
      {isTooMany && (
        <Text c="red" size="sm">
          {t`At most ${EDITED_AT_ONCE_MAX} cards at once`}
        </Text>
      )}
    </SelectionForm>
  );
}

function Change({ change: { column, before, after, problem } }: { change: Replacement }) {
  const { i18n } = useLingui();
  return (
    <li>
      <Text size="xs" c="dimmed">
        {i18n._(cardFieldText[column])}
      </Text>
      <Text size="sm" className="breakable">
        <del>{before}</del>
      </Text>
      <Text size="sm" className="breakable">
        <ins>{after}</ins>{' '}
        {problem && (
          <Badge color="red" variant="light" tt="none">
            {i18n._(fieldProblemText[problem])}
          </Badge>
        )}
      </Text>
    </li>
  );
}

export default function FindReplaceModal({ opened, ...props }: FindReplaceProps & { opened: boolean }) {
  const { t } = useLingui();
  return (
    <Dialog opened={opened} onClose={props.onClose} size="lg" title={t`Find and replace`}>
      <FindForm {...props} />
    </Dialog>
  );
}
