import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Divider, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { CARD_AUDIO_MAX } from '../../../core/contract/card-limits.ts';
import { AUDIO_FILES_MAX, CARDS_FILE_MAX } from '../../../core/deck-import/import-limits.ts';
import { useDecks } from '../../deck/deck.queries.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { fileSize } from '../../ui/figure/file-size.ts';
import { archiveMax, isTeachersImport } from '../calls-by-role.ts';
import { AgainFields } from './again-fields.tsx';
import { AudioFields } from './audio-fields.tsx';
import { CardFileField } from './card-file-field.tsx';
import { DeckTextFields, OfficialFields } from './deck-fields.tsx';
import { FormatHelp } from './format-help.tsx';
import { controlId, type ImportFieldsProps } from './import-fields.ts';
import { importForm } from './import-form-data.ts';
import {
  bytesOf,
  checkImport,
  filesOf,
  type ImportField,
  type ImportProblem,
  type ImportValues,
} from './import-rules.ts';
import type { DeckUpload } from './upload-store.ts';

const texts: Record<ImportProblem, MessageDescriptor> = {
  required: msg`Please fill in this field`,
  long: msg`This is too long`,
  'file-missing': msg`Please choose the deck's file`,
  'file-empty': msg`This file is empty`,
  'file-large': msg({ message: 'This file is larger than {cards}' }),
  'archive-large': msg({ message: 'This file is larger than {archive}' }),
  'audio-large': msg({ message: 'One of these files is larger than {audio}' }),
  'audio-many': msg({ message: 'At most {files} files; put more of them into a ZIP' }),
  'path-refused': msg`A folder inside the archive, such as deck/audio: without “..” and not from the root`,
  'column-missing': msg`Please choose a column`,
};

/** Returns what is wrong with a field of the import's form. */
function importFieldText(i18n: I18n, problem: ImportProblem | undefined): string | undefined {
  return (
    problem &&
    i18n._({
      ...texts[problem],
      values: {
        cards: fileSize(CARDS_FILE_MAX, i18n.locale),
        archive: fileSize(archiveMax(), i18n.locale),
        audio: fileSize(CARD_AUDIO_MAX, i18n.locale),
        files: AUDIO_FILES_MAX,
      },
    })
  );
}

/** Whose deck the cards come into, for a teacher with whom colleagues share some to be edited. */
function ColleagueDeckField({ values, change }: ImportFieldsProps) {
  const { t } = useLingui();
  const shared = useDecks().data?.filter((deck) => deck.shared?.may === 'edit') ?? [];
  if (shared.length === 0) return null;
  const choose = (id: string) => {
    const deck = shared.find((one) => String(one.id) === id);
    change(deck ? { intoDeck: deck.id, title: deck.title, description: '' } : { intoDeck: null, title: '' });
  };
  return (
    <NativeSelect
      label={t`Import into`}
      value={String(values.intoDeck ?? '')}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: '', label: t`A deck of yours` },
        ...shared.map((deck) => {
          const { title } = deck;
          const owner = deck.shared?.owner_name ?? '';
          return { value: String(deck.id), label: t`${title} (${owner})` };
        }),
      ]}
    />
  );
}

interface ImportFormProps {
  values: ImportValues;
  onChange: (changed: Partial<ImportValues>) => void;
  /** Another upload is under way. */
  isBusy: boolean;
  onUpload: (upload: DeckUpload) => void;
}

/** Everything that an import needs: the deck, its cards, their audio. */
export function ImportForm({ values, onChange, isBusy, onUpload }: ImportFormProps) {
  const { t, i18n } = useLingui();
  const failed = useFailure();
  const form = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const problems = submitted ? checkImport(values, archiveMax()) : {};
  const files = filesOf(values);
  const bytes = bytesOf(files);

  const send = async (checkOnly: boolean) => {
    const [firstWrong] = Object.keys(checkImport(values, archiveMax())) as ImportField[];
    setSubmitted(firstWrong !== undefined);
    if (firstWrong !== undefined) {
      const control = form.current?.elements.namedItem(controlId(firstWrong));
      if (control instanceof HTMLElement) control.focus();
      return;
    }
    const changed = await changedFile(files);
    if (changed) {
      failed(
        failureText.deckUploadFailed,
        undefined,
        t`The file “${changed.name}” has changed or is gone; choose it again.`,
      );
      return;
    }
    onUpload({ title: values.title.trim(), form: importForm(values, checkOnly), bytes, checkOnly });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void send(true);
  };

  const props = {
    values,
    change: onChange,
    problemOf: (field: ImportField) => importFieldText(i18n, problems[field]),
  };
  const size = fileSize(bytes, i18n.locale);
  return (
    <Paper
      component="form"
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={t`Import a deck`}
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'lg' }}
    >
      <Stack gap="md">
        {isTeachersImport() && <ColleagueDeckField {...props} />}
        {values.intoDeck === null && <DeckTextFields {...props} />}
        <AgainFields {...props} />
        <CardFileField {...props} />
        <FormatHelp />
        <Divider />
        <AudioFields {...props} />
        {!isTeachersImport() && (
          <>
            <Divider />
            <OfficialFields {...props} />
          </>
        )}
        <Divider />
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" className="tabular">
            {files.length > 0 && <Trans>To upload: {size}</Trans>}
          </Text>
          <Group gap="sm">
            <Button variant="default" disabled={isBusy} onClick={() => void send(false)}>
              <Trans>Import</Trans>
            </Button>
            <Button type="submit" disabled={isBusy}>
              <Trans>Check only</Trans>
            </Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  );
}

/**
 * The first file that can no longer be read, because it was changed or taken away since it was chosen. Browsers then
 * break off the upload in the middle, as if the network had failed.
 */
async function changedFile(files: readonly File[]): Promise<File | undefined> {
  for (const file of files) {
    try {
      await file.slice(0, 1).arrayBuffer();
    } catch {
      return file;
    }
  }
  return undefined;
}
