import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Alert, Button, Checkbox, NativeSelect, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { CARD_TEXT_NAMES, type CardTextName, isCardSide } from '../../../core/contract/card-fields.ts';
import { SEPARATORS, type Separator } from '../../../core/text/table-rows.ts';
import { cardFieldText } from '../../deck/card-field-text.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { fieldProblemText } from '../../ui/control/field-problem.ts';
import { StickyBar } from '../../ui/control/sticky-bar.tsx';
import { pageOf } from '../../ui/list/page-of.ts';
import { Pages } from '../../ui/list/pagination.tsx';
import classes from '../card-line.module.css';
import { CardLine } from '../card-line.tsx';
import {
  filesOfPaste,
  isWrong,
  type Likeness,
  type LineFault,
  type PastedRow,
  type PastedTable,
  withColumn,
  withHeads,
  withSeparator,
} from './pasted-cards.ts';
import type { ManyCards } from './use-many-cards.ts';

const inDeckText: Record<Likeness, MessageDescriptor> = {
  card: msg`The deck has this card already`,
  front: msg`The deck has a card with this front`,
};
const inPasteText: Record<Likeness, MessageDescriptor> = {
  card: msg`The same card stands further up`,
  front: msg`A card with this front stands further up`,
};

const faultText: Record<LineFault, MessageDescriptor> = {
  wide: msg`There are more cells than columns: mend the line, or put a text that holds the sign between them in quotes`,
  quote: msg`A quote does not end its cell: mend the line, or leave the quote out`,
  large: msg`This line is too long`,
  gap: msg`A gap of Anki’s (cloze) is not closed, or has no number from 1: write what is asked and what is answered`,
};

function PreviewRow({ row, many, isBusy }: { row: PastedRow; many: ManyCards; isBusy: boolean }) {
  const { i18n } = useLingui();
  const { key, line, values, problems } = row;
  const notes = [
    row.fault && i18n._(faultText[row.fault]),
    row.inDeck && i18n._(inDeckText[row.inDeck]),
    row.inPaste && i18n._(inPasteText[row.inPaste]),
  ].filter((one) => one !== undefined);
  return (
    <CardLine
      line={line}
      values={values}
      isChosen={many.isChosen(row)}
      isBusy={isBusy}
      // A field that was mended stays open, or the cursor would be lost with the first letter.
      isOpen={(field) =>
        problems[field] !== undefined ||
        many.isMended(row, field) ||
        (row.fault !== undefined && isCardSide(field))
      }
      problemOf={(field) => problems[field] && i18n._(fieldProblemText[problems[field]])}
      notes={notes}
      onChoose={(isTicked) => many.choose(key, isTicked)}
      onText={(field, text) => many.mend(key, field, text)}
    />
  );
}

const separatorText: Record<Separator, MessageDescriptor> = {
  '\t': msg`Tab (tables)`,
  ' - ': msg`Dash: word - meaning`,
  ';': msg`Semicolon`,
  ',': msg`Comma`,
  '|': msg`Upright line: word | meaning`,
  ':': msg`Colon`,
  '=': msg`Equals sign`,
  ' ': msg`Space`,
  ' → ': msg`Arrow: word → meaning`,
  '：': msg`Wide colon ：`,
  '；': msg`Wide semicolon ；`,
  '，': msg`Wide comma ，`,
  '、': msg`Enumeration comma 、`,
};

/** As an import says it. */
const partedText = msg({
  message: 'Lines hold several cards with “{sign}” between them: each was taken for a card of its own',
});
const perhapsPartedText = msg({
  message:
    'Each line was taken for one card; if it holds several, with “{sign}” between them, put each on a line of its own',
});

/** Names of what stays behind, of which there may be thousands. */
const NAMES_SHOWN = 20;

/** Names in one text. */
const shownNames = (names: readonly string[]): string =>
  names.slice(0, NAMES_SHOWN).join(', ') + (names.length > NAMES_SHOWN ? ' …' : '');

/** What an import would bring along, and a paste does not. */
function StaysBehind({ table }: { table: PastedTable }) {
  const { t } = useLingui();
  const files = filesOfPaste(table);
  const said = [
    files.length > 0 && t`Sounds and pictures do not come along with a list: ${shownNames(files)}`,
    table.tags.length > 0 && t`Tags do not come along with a list: ${shownNames(table.tags)}`,
  ].filter((one) => one !== false);
  if (said.length === 0) return null;
  return (
    <Alert color="yellow" variant="light">
      {said.map((one) => (
        <Text key={one} size="sm" className="breakable">
          {one}
        </Text>
      ))}
      <Text size="sm">{t`To bring them, save the list as a file and import it as a deck.`}</Text>
    </Alert>
  );
}

const PAGE_SIZE = 50;
const REMARKS_SHOWN = 3;

interface CardsPreviewProps {
  many: ManyCards;
  onSeparator: (separator: Separator) => void;
}

function CardsPreview({ many, onSeparator }: CardsPreviewProps) {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const [isWrongOnly, setWrongOnly] = useState(false);
  /** Lines that were wrong when they began to be shown alone: a line that is mended stays in its place. */
  const shownAlone = useRef<ReadonlySet<string>>(new Set());
  const top = useRef<HTMLHeadingElement>(null);
  const isBusy = many.isAdding || many.isOpen;
  const wrong = many.rows.filter((row) => isWrong(row) && many.isChosen(row));
  const shown = isWrongOnly ? many.rows.filter(({ key }) => shownAlone.current.has(key)) : many.rows;
  const { items, page: shownPage, pageCount } = pageOf(shown, page, PAGE_SIZE);
  const showWrong = (isAlone: boolean) => {
    shownAlone.current = new Set(wrong.map(({ key }) => key));
    setWrongOnly(isAlone);
    setPage(1);
  };
  return (
    <>
      <Reading many={many} isBusy={isBusy} onSeparator={onSeparator} />
      <Stack component="section" gap="sm" aria-label={t`Cards to be added`}>
        <Title order={2} size="h3" ref={top} tabIndex={-1}>
          {t`${plural(many.rows.length, { one: '# line', other: '# lines' })}`}
        </Title>
        <div role="status">
          {wrong.length > 0 && (
            <Text c="red">
              {t`${plural(wrong.length, { one: '# line is wrong: mend it here, or leave it out', other: '# lines are wrong: mend them here, or leave them out' })}`}
            </Text>
          )}
        </div>
        {(wrong.length > 0 || isWrongOnly) && (
          <Switch
            label={t`Only lines that are wrong`}
            checked={isWrongOnly}
            onChange={(event) => showWrong(event.currentTarget.checked)}
          />
        )}
        <ul className={classes.list} aria-label={t`Lines of the list`}>
          {items.map((row) => (
            <PreviewRow key={row.key} row={row} many={many} isBusy={isBusy} />
          ))}
        </ul>
        <Pages
          total={pageCount}
          page={shownPage}
          onChange={(next) => {
            setPage(next);
            top.current?.focus();
          }}
          label={t`Pages of lines`}
        />
      </Stack>
    </>
  );
}

function Reading({ many, isBusy, onSeparator }: CardsPreviewProps & { isBusy: boolean }) {
  const { t, i18n } = useLingui();
  const { table } = many;
  if (!table) return null;
  const fields = [
    { value: '', label: t`Leave out` },
    ...CARD_TEXT_NAMES.map((value) => ({ value, label: i18n._(cardFieldText[value]) })),
  ];
  const [first] = table.lines;
  const remarks = table.remarks.map(({ cells }) => cells.filter(Boolean).join(' ').slice(0, 60));
  const shownRemarks = remarks
    .slice(0, REMARKS_SHOWN)
    .map((one) => `“${one}”`)
    .join(', ');
  return (
    <Stack component="section" gap="sm" aria-label={t`How the text is read`}>
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }}>
        <NativeSelect
          label={t`Between the texts of a card`}
          data={SEPARATORS.map((value) => ({ value, label: i18n._(separatorText[value]) }))}
          value={table.separator}
          disabled={isBusy}
          onChange={(event) => onSeparator(event.currentTarget.value as Separator)}
        />
        {table.columns.map((field, index) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            key={index}
            label={t`Column ${index + 1}`}
            description={<span className={classes.sample}>{first?.cells[index] ?? ''}</span>}
            inputWrapperOrder={['label', 'input', 'description']}
            data={fields}
            value={field ?? ''}
            disabled={isBusy}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              many.setTable(withColumn(table, index, chosen === '' ? null : (chosen as CardTextName)));
            }}
          />
        ))}
      </SimpleGrid>
      <StaysBehind table={table} />
      {table.parting && (
        <Text size="sm" c="dimmed">
          {i18n._({
            ...(table.parting.isUnsure ? perhapsPartedText : partedText),
            values: { sign: table.parting.sign },
          })}
        </Text>
      )}
      {remarks.length > 0 && (
        <Text size="sm" c="dimmed">
          {t`${plural(remarks.length, { one: '# line is taken for a title or a remark, and for no card:', other: '# lines are taken for titles or remarks, and for no cards:' })}`}{' '}
          {shownRemarks}
          {remarks.length > REMARKS_SHOWN && ' …'}
        </Text>
      )}
      <Checkbox
        label={t`The first line is headings, not a card`}
        checked={table.hasHeads}
        disabled={isBusy}
        onChange={(event) => many.setTable(withHeads(table, event.currentTarget.checked))}
      />
    </Stack>
  );
}

interface ReadCardsProps {
  many: ManyCards;
  addLabel: string;
  onAdd: () => void;
}

export function ReadCards({ many, addLabel, onAdd }: ReadCardsProps) {
  const { t, i18n } = useLingui();
  const { table, ready, isAdding, isOpen } = many;
  return (
    <>
      <CardsPreview
        many={many}
        onSeparator={(separator) => many.start(table && withSeparator(table, separator))}
      />
      {many.error !== null && (
        <Alert role="alert" color="red" variant="light">
          {errorText(i18n, many.error)}
        </Alert>
      )}
      <StickyBar>
        <Button disabled={ready.length === 0 && !isOpen} loading={isAdding} onClick={onAdd}>
          {isOpen ? t`Try again` : addLabel}
        </Button>
        <Button variant="default" disabled={isAdding || isOpen} onClick={() => many.start(null)}>
          {t`Back to the text`}
        </Button>
      </StickyBar>
    </>
  );
}
