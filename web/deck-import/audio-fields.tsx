import { useLingui } from '@lingui/react/macro';
import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconFileZip, IconMusic } from '@tabler/icons-react';
import { fileSize } from '../ui/file-size.ts';
import { archiveMax } from './calls-by-role.ts';
import { controlId, type ImportFieldsProps } from './import-fields.ts';
import { ManyFilesInput, OneFileInput } from './sized-file-input.tsx';

/** The cards' audio: files, an archive of them, and where in that they lie. */
export function AudioFields({ values, change, problemOf }: ImportFieldsProps) {
  const { t, i18n } = useLingui();
  const largest = fileSize(archiveMax(), i18n.locale);
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <ManyFilesInput
          id={controlId('audioFiles')}
          label={t`Audio files (optional)`}
          description={t`MP3, WAV, OGG, M4A, AAC, WebM or FLAC, at most 10 MB each`}
          placeholder={t`Choose audio files`}
          accept="audio/*"
          icon={<IconMusic size={18} aria-hidden />}
          files={values.audioFiles}
          onChange={(audioFiles) => change({ audioFiles })}
          error={problemOf('audioFiles')}
        />
        <OneFileInput
          id={controlId('archive')}
          label={t`Audio archive (optional)`}
          description={t`A ZIP with audio files, at most ${largest}`}
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
        description={t`The folder inside the ZIP in which the audio lies, such as deck/audio`}
        autoComplete="off"
        spellCheck={false}
        value={values.audioSourcePath}
        onChange={(event) => change({ audioSourcePath: event.currentTarget.value })}
        error={problemOf('audioSourcePath')}
      />
    </Stack>
  );
}
