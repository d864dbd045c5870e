import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { FileInput, type FileInputProps, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { fileSize } from '../../ui/figure/file-size.ts';
import classes from '../deck-import.module.css';
import { bytesOf } from './import-rules.ts';

type Shared = Pick<
  FileInputProps,
  'id' | 'label' | 'description' | 'accept' | 'error' | 'required' | 'placeholder'
> & { icon: ReactNode };

interface OneFileProps extends Shared {
  file: File | null;
  onChange: (file: File | null) => void;
}

const look = { withAsterisk: false, clearable: true, classNames: { placeholder: classes.placeholder } };

/** Chooses a file and says how large it is. The same file can be chosen again when it has been mended. */
export function OneFileInput({ file, onChange, icon, ...props }: OneFileProps) {
  const { t, i18n } = useLingui();
  const reset = useRef<() => void>(null);
  return (
    <Stack gap={4}>
      <FileInput
        {...props}
        {...look}
        leftSection={icon}
        resetRef={reset}
        value={file}
        onChange={(chosen) => {
          onChange(chosen);
          // Else the browser would not report the choice of a file with the same name.
          reset.current?.();
        }}
        clearButtonProps={{ 'aria-label': t`Do not send this file` }}
      />
      {file && (
        <Text size="xs" c="dimmed" className={classes.name}>
          {file.name} · {fileSize(file.size, i18n.locale)}
        </Text>
      )}
    </Stack>
  );
}

interface ManyFilesProps extends Shared {
  files: File[];
  onChange: (files: File[]) => void;
}

export function ManyFilesInput({ files, onChange, icon, ...props }: ManyFilesProps) {
  const { t, i18n } = useLingui();
  const reset = useRef<() => void>(null);
  const count = (number: number) => t`${plural(number, { one: '# file', other: '# files' })}`;
  return (
    <Stack gap={4}>
      <FileInput
        {...props}
        {...look}
        multiple
        leftSection={icon}
        resetRef={reset}
        value={files}
        onChange={(chosen) => {
          onChange(chosen);
          reset.current?.();
        }}
        // Two thousand names are nothing to read.
        valueComponent={() => <>{count(files.length)}</>}
        clearButtonProps={{ 'aria-label': t`Do not send these files` }}
      />
      {files.length > 0 && (
        <Text size="xs" c="dimmed" className="tabular">
          {count(files.length)} · {fileSize(bytesOf(files), i18n.locale)}
        </Text>
      )}
    </Stack>
  );
}
