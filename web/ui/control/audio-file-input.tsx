import { useLingui } from '@lingui/react/macro';
import { FileInput, type FileInputProps, Stack, Text } from '@mantine/core';
import { IconMusic } from '@tabler/icons-react';
import { noticeText } from '../../lib/call/notice-text.ts';
import { useNotices } from '../feedback/notices.tsx';
import { fileSize } from '../figure/file-size.ts';
import classes from './audio-file-input.module.css';
import { useFileUrl } from './use-file-url.ts';

interface AudioPlayerProps {
  src: string;
  label: string;
  preload: 'metadata' | 'none';
}

/** The browser's player, which says so when it can't play. */
export function AudioPlayer({ src, label, preload }: AudioPlayerProps) {
  const { i18n } = useLingui();
  const notices = useNotices();
  return (
    // biome-ignore lint/a11y/useMediaCaption: what is heard is learnt or tested by hearing it
    <audio
      key={src}
      controls
      preload={preload}
      src={src}
      aria-label={label}
      className={classes.player}
      onError={() => notices.error(i18n._(noticeText.audioFailed))}
    />
  );
}

interface AudioFileInputProps extends Pick<FileInputProps, 'id' | 'label' | 'description' | 'error'> {
  /** What the browser offers to choose from. */
  accept: string;
  file: File | null;
  onChange: (file: File | null) => void;
}

/** Chooses an audio file, to be heard before it is sent. */
export function AudioFileInput({ file, onChange, ...props }: AudioFileInputProps) {
  const { t, i18n } = useLingui();
  const url = useFileUrl(file);
  return (
    <>
      <FileInput
        {...props}
        placeholder={t`Choose an audio file`}
        classNames={{ placeholder: classes.placeholder }}
        leftSection={<IconMusic size={18} aria-hidden />}
        value={file}
        onChange={onChange}
        clearable
        clearButtonProps={{ 'aria-label': t`Do not send this file` }}
      />
      {file && url && (
        <Stack gap={4}>
          <AudioPlayer src={url} label={t`Listen to ${file.name}`} preload="metadata" />
          <Text size="xs" c="dimmed" className={classes.name}>
            {file.name} · {fileSize(file.size, i18n.locale)}
          </Text>
        </Stack>
      )}
    </>
  );
}
