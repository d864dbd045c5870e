import { useLingui } from '@lingui/react/macro';
import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconFileZip, IconMusic } from '@tabler/icons-react';
import { fileSize } from '../../ui/figure/file-size.ts';
import { archiveMax } from '../calls-by-role.ts';
import { controlId, type ImportFieldsProps } from './import-fields.ts';
import { ManyFilesInput, OneFileInput } from './sized-file-input.tsx';

/** The cards' audio and pictures: files, an archive of them, and where in that they lie. */
export function AudioFields({ values, change, problemOf }: ImportFieldsProps) {
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
          accept="audio/*,image/png,image/jpeg,image/webp,image/avif"
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
