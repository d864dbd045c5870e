import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, FileButton, Group, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { ADDED_AT_ONCE_MAX } from '../../../core/contract/card-limits.ts';
import type { ReadHtml } from '../../../core/deck-import/anki/anki-cloze.ts';
import { textOfBytes } from '../../../core/text/table-rows.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { cardsOfPaste, type PastedTable, readPaste } from './pasted-cards.ts';

/** Loads what reads the notes of Anki's: few pastes hold HTML. */
async function loadHtmlReader(): Promise<ReadHtml> {
  const [{ Tokenizer }, { decodeHTML }, { ankiTextBy }] = await Promise.all([
    import('htmlparser2'),
    import('entities'),
    import('../../../core/deck-import/formats/page-marks.ts'),
  ]);
  return ankiTextBy({ Tokenizer, decodeHTML });
}

/** Letters of a list: a thousand for each card, and then far too many. */
const TEXT_MAX = 2_000_000;

const tooMany = msg({ message: 'These are {count} lines: at most {max} at once' });
const tooLong = msg({ message: 'This text is too long: at most {max} letters at once' });

/** Bytes of a text of as many letters, at most. */
const FILE_MAX = 3 * TEXT_MAX;

interface PasteCardsProps {
  text: string;
  onText: (text: string) => void;
  onRead: (table: PastedTable) => void;
}

export function PasteCards({ text, onText, onRead }: PasteCardsProps) {
  const { i18n, t } = useLingui();
  const [problem, setProblem] = useState<string | null>(null);
  const inWords = (count: number) => count.toLocaleString(i18n.locale);

  // A file that was chosen before can be chosen again, changed meanwhile.
  const forgetFile = useRef<() => void>(null);
  const fill = async (file: File | null) => {
    if (!file) return;
    forgetFile.current?.();
    const noText = i18n._(msg`This file is no text: save it as “CSV UTF-8”, or import it as a deck`);
    try {
      const bytes = file.size > FILE_MAX ? undefined : await file.arrayBuffer();
      const read = bytes && textOfBytes(new Uint8Array(bytes), true);
      const filled = read?.includes('\0') ? undefined : read;
      if (filled !== undefined) onText(filled);
      setProblem(filled === undefined ? (bytes ? noText : problemOf(undefined)) : null);
    } catch {
      setProblem(noText);
    }
  };
  const problemOf = (table: PastedTable | undefined): string | null => {
    if (!table) return i18n._({ ...tooLong, values: { max: inWords(TEXT_MAX) } });
    const { length } = table.lines;
    const count = length > ADDED_AT_ONCE_MAX ? length : cardsOfPaste(table).length;
    if (count === 0) return i18n._(msg`There are no cards in this text`);
    if (count <= ADDED_AT_ONCE_MAX) return null;
    return i18n._({ ...tooMany, values: { count: inWords(count), max: inWords(ADDED_AT_ONCE_MAX) } });
  };
  const [read, isReading] = useAttempt(
    (failure) => setProblem(errorText(i18n, failure)),
    async () => {
      const plain = text.length > TEXT_MAX ? undefined : readPaste(text);
      const table = plain?.isHtml ? readPaste(text, { readHtml: await loadHtmlReader() }) : plain;
      const found = problemOf(table);
      setProblem(found);
      if (found === null && table) onRead(table);
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void read();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Textarea
          label={t`List of cards`}
          description={t`One card a line: front and back, then example, definition, part of speech and level if you like. Columns of a table, or “word - meaning”; a line of headings may stay.`}
          placeholder={'apple\ttáo\ncat - con mèo'}
          value={text}
          onChange={(event) => {
            onText(event.currentTarget.value);
            setProblem(null);
          }}
          error={problem}
          rows={12}
          spellCheck={false}
        />
        <Group>
          <Button type="submit" loading={isReading}>{t`Preview the cards`}</Button>
          <FileButton
            onChange={(file) => void fill(file)}
            resetRef={forgetFile}
            accept=".csv,.tsv,.txt,text/csv,text/plain"
          >
            {(props) => (
              <Button variant="default" {...props}>
                <Trans>Choose a file</Trans>
              </Button>
            )}
          </FileButton>
        </Group>
      </Stack>
    </form>
  );
}
