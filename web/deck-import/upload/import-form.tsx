import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  Anchor,
  Button,
  Code,
  Collapse,
  Divider,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconFileZip, IconHelpCircle, IconMusic } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import type { FormOf } from '../../../core/api.ts';
import { CARD_AUDIO_MAX } from '../../../core/contract/card-limits.ts';
import { DECK_DESCRIPTION_MAX, DECK_TITLE_MAX, OFFICIAL_LABEL_MAX } from '../../../core/deck/deck-limits.ts';
import type { NewImportBody } from '../../../core/deck-import/deck-import.schema.ts';
import { AUDIO_FILES_MAX, CARDS_FILE_MAX } from '../../../core/deck-import/import-limits.ts';
import { useDecks } from '../../deck/deck.queries.ts';
import { formOf } from '../../lib/call/form-of.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { LetterCounter } from '../../ui/control/letter-counter.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { fileSize } from '../../ui/figure/file-size.ts';
import { archiveMax, isTeachersImport } from '../calls-by-role.ts';
import classes from '../deck-import.module.css';
import { AgainFields } from './again-fields.tsx';
import { CardFileField } from './card-file-field.tsx';
import type { DeckUpload } from './deck-uploads.ts';
import {
  bytesOf,
  cardFileKind,
  checkImport,
  controlId,
  filesOf,
  type ImportField,
  type ImportFieldsProps,
  type ImportProblem,
  type ImportValues,
} from './import-rules.ts';
import { ManyFilesInput, OneFileInput } from './sized-file-input.tsx';

/** Lives in the API: what a deck file may hold, for programs and people. */
const SCHEMA_URL = addressOf('GET /api/deck-file-schema');

const JSON_EXAMPLE = `{
  "cards": [
    {
      "id": "cat-1",
      "front": "cat",
      "back": "con mèo",
      "example_sentence": "The cat sleeps.",
      "definition": "a small pet with soft fur",
      "part_of_speech": "noun",
      "level": "A1",
      "audio": "cat.mp3",
      "back_picture": "cat.jpg",
      "back_picture_alt": "a grey cat on a sofa",
      "tags": ["pets", "Unit 1"]
    },
    { "front": "dog", "back": "con chó" }
  ]
}`;
const CSV_EXAMPLE = `front,back,example_sentence,audio,back_picture,tags
cat,con mèo,The cat sleeps.,cat.mp3,cat.jpg,"pets, Unit 1"
dog,con chó,"Come, dog!",dog.mp3,,pets`;
const ZIP_EXAMPLE = `deck.json
audio/cat.mp3
audio/dog.mp3
pictures/cat.jpg`;

function Format({ name, text, example }: { name: string; text: ReactNode; example?: string }) {
  return (
    <Stack component="section" gap={4}>
      <Title order={3} size="sm">
        {name}
      </Title>
      <Text size="sm">{text}</Text>
      {example && (
        // What scrolls must be reached by the keyboard.
        <Code block className={classes.code} tabIndex={0}>
          {example}
        </Code>
      )}
    </Stack>
  );
}

function Formats() {
  const { t } = useLingui();
  return (
    <Stack gap="lg" pt="sm">
      <Format
        name={t`JSON`}
        text={t`A list of cards, or an object with such a list as “cards”. Only front and back are needed; by their id, cards are recognised when the deck is imported again.`}
        example={JSON_EXAMPLE}
      />
      <Format
        name={t`Excel, CSV or TSV`}
        text={t`A table of Excel (.xlsx), or saved by a spreadsheet as “CSV UTF-8”, or a text that Quizlet or Anki exports: each line is a card, and the first may name the columns. Commas, semicolons and tabs are all understood.`}
        example={CSV_EXAMPLE}
      />
      <Format
        name={t`Anki package`}
        text={t`A file that Anki exports as .apkg, old or new, with its audio, pictures and tags.`}
      />
      <Format
        name={t`ZIP with everything`}
        text={t`A file called deck.json, and the audio and pictures that its cards name, in whatever folder. They can also be sent apart from the cards, below.`}
        example={ZIP_EXAMPLE}
      />
    </Stack>
  );
}

function FormatHelp() {
  const { t } = useLingui();
  const contentId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Group gap="md">
        <Button
          size="xs"
          variant="light"
          aria-expanded={isOpen}
          aria-controls={contentId}
          leftSection={<IconHelpCircle size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {t`What the files look like`}
        </Button>
        <Anchor
          href={SCHEMA_URL}
          target="_blank"
          rel="noreferrer"
          size="sm"
          underline="always"
          className="lone-link"
        >
          {t`JSON Schema with an example`}
        </Anchor>
      </Group>
      <Collapse id={contentId} expanded={isOpen} keepMounted={false}>
        <Formats />
      </Collapse>
    </div>
  );
}

const look = {
  autoComplete: 'off',
  inputWrapperOrder: ['label', 'input', 'error', 'description'] as (
    | 'label'
    | 'input'
    | 'error'
    | 'description'
  )[],
};

function DeckTextFields({ values, change, problemOf }: ImportFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <TextInput
        {...look}
        id={controlId('title')}
        label={t`Title`}
        required
        withAsterisk={false}
        value={values.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={problemOf('title')}
        description={<LetterCounter text={values.title.trim()} limit={DECK_TITLE_MAX} />}
      />
      <TextInput
        {...look}
        id={controlId('description')}
        label={t`Description (optional)`}
        value={values.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={problemOf('description')}
        description={<LetterCounter text={values.description.trim()} limit={DECK_DESCRIPTION_MAX} />}
      />
    </>
  );
}

function OfficialFields({ values, change, problemOf }: ImportFieldsProps) {
  const { t } = useLingui();
  return (
    <Stack gap="sm">
      <Switch
        label={t`Official deck`}
        description={t`Every student then finds it on their page.`}
        checked={values.isOfficial}
        onChange={({ currentTarget: { checked } }) =>
          change({ isOfficial: checked, label: values.label || (checked ? t`Learn` : '') })
        }
      />
      {values.isOfficial && (
        <TextInput
          {...look}
          id={controlId('label')}
          label={t`Label of its button`}
          required
          withAsterisk={false}
          value={values.label}
          onChange={(event) => change({ label: event.currentTarget.value })}
          error={problemOf('label')}
          description={<LetterCounter text={values.label.trim()} limit={OFFICIAL_LABEL_MAX} />}
        />
      )}
    </Stack>
  );
}

function AudioFields({ values, change, problemOf }: ImportFieldsProps) {
  const { t, i18n } = useLingui();
  const largest = fileSize(archiveMax(), i18n.locale);
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <ManyFilesInput
          id={controlId('audioFiles')}
          label={t`Audio and pictures (optional)`}
          description={t`MP3, WAV, OGG, M4A, AAC, WebM or FLAC, at most 10 MB each; PNG, JPEG, WebP or AVIF, at most 5 MB each`}
          placeholder={t`Choose audio and pictures`}
          accept="audio/*,.opus,.ogg,.flac,.m4a,.aac,.weba,image/png,image/jpeg,image/webp,image/avif"
          icon={<IconMusic size={18} aria-hidden />}
          files={values.audioFiles}
          onChange={(audioFiles) => change({ audioFiles })}
          error={problemOf('audioFiles')}
        />
        <OneFileInput
          id={controlId('archive')}
          label={t`Archive of such files (optional)`}
          description={t`A ZIP with audio and pictures, at most ${largest}`}
          placeholder={t`Choose a ZIP`}
          accept=".zip,application/zip"
          icon={<IconFileZip size={18} aria-hidden />}
          file={values.archive}
          onChange={(archive) => change({ archive })}
          error={problemOf('archive')}
        />
      </SimpleGrid>
      <TextInput
        id={controlId('audioSourcePath')}
        label={t`Audio source path (optional)`}
        description={t`The folder inside the ZIP in which these files lie, such as deck/audio`}
        autoComplete="off"
        spellCheck={false}
        value={values.audioSourcePath}
        onChange={(event) => change({ audioSourcePath: event.currentTarget.value })}
        error={problemOf('audioSourcePath')}
      />
    </Stack>
  );
}

const flag = (isSet: boolean): '1' | undefined => (isSet ? '1' : undefined);

const kindOf = ({ cardFile }: ImportValues) => cardFile && cardFileKind(cardFile.name);

/** The map of columns as it is sent; of an Anki package only the fields that were named. */
function columnsText(values: ImportValues): string | undefined {
  const kind = kindOf(values);
  if (kind !== 'table' && kind !== 'anki') return undefined;
  const named = Object.entries(values.columns ?? {}).filter(([, column]) => column?.trim());
  return named.length === 0 ? undefined : JSON.stringify(Object.fromEntries(named));
}

/** The texts of the form as the server takes them; what is left out is off. */
function importTexts(values: ImportValues, checkOnly: boolean): NewImportBody {
  return {
    title: values.title.trim(),
    description: values.description.trim() || undefined,
    is_official: flag(values.isOfficial),
    official_button_label: values.isOfficial ? values.label.trim() : undefined,
    audio_source_path: values.audioSourcePath.trim() || undefined,
    check_only: flag(checkOnly),
    as_new: flag(values.asNew && values.intoDeck === null),
    into_deck: values.intoDeck?.toString(),
    remove_missing: flag(values.removeMissing && !values.asNew),
    columns: columnsText(values),
    with_schedule: flag(values.withSchedule && kindOf(values) === 'anki'),
  };
}

/** The form of an import: all texts before the first file, so that the server knows them when it reads that. */
export function importForm(values: ImportValues, checkOnly: boolean): FormOf<NewImportBody> {
  return formOf<NewImportBody>(importTexts(values, checkOnly), {
    json_file: [values.cardFile],
    audio_files: values.audioFiles,
    audio_archive: [values.archive],
  });
}

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
            {files.length > 0 && t`To upload: ${size}`}
          </Text>
          <Group gap="sm">
            <Button variant="default" disabled={isBusy} onClick={() => void send(false)}>
              {t`Import`}
            </Button>
            <Button type="submit" disabled={isBusy}>
              {t`Check only`}
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
