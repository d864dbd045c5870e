import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Divider, Group, Paper, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { failureText } from '../lib/notice-text.ts';
import { fileSize } from '../ui/file-size.ts';
import { useFailure } from '../ui/use-failure.ts';
import { AgainFields } from './again-fields.tsx';
import { AudioFields } from './audio-fields.tsx';
import { archiveMax, isTeachersImport } from './calls-by-role.ts';
import { CardFileField } from './card-file-field.tsx';
import { ColleagueDeckField } from './colleague-deck-field.tsx';
import { DeckTextFields, OfficialFields } from './deck-fields.tsx';
import { FormatHelp } from './format-help.tsx';
import { importFieldText } from './import-field-text.ts';
import { controlId } from './import-fields.ts';
import { importForm } from './import-form-data.ts';
import { bytesOf, checkImport, filesOf, type ImportField, type ImportValues } from './import-rules.ts';
import type { DeckUpload } from './upload-store.ts';

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
