import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, Input, Paper, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { fileUseOf } from '../../../core/contract/card-fields.ts';
import type { FurtherFile } from '../../../core/contract/card-shape.schema.ts';
import { AudioPlayer } from '../../ui/control/audio-file-input.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import classes from './picture-field.module.css';
import type { Pictures } from './use-pictures.ts';

/** What each is called: a card's own audio and pictures are the first. */
function useFurtherNames(further: readonly FurtherFile[]): string[] {
  const { t } = useLingui();
  const counts = { audio: 1, front: 1, back: 1 };
  return further.map((one) => {
    const number = ++counts[fileUseOf(one)];
    if (one.kind === 'audio') return t`Sound ${number}`;
    return one.side === 'front' ? t`Picture ${number} on the front` : t`Picture ${number} on the back`;
  });
}

/** What files have brought beside the card's own audio and pictures; each is removed at once. */
export default function FurtherFields({
  further,
  removeFurther,
}: Pick<Pictures, 'further' | 'removeFurther'>) {
  const { t } = useLingui();
  const names = useFurtherNames(further);
  const list = useRef<HTMLFieldSetElement>(null);
  const [remove, isRemoving] = useAttempt(
    msg({ message: 'Nothing was changed: {message}' }),
    async (one: FurtherFile) => {
      await removeFurther(one);
      // What was pressed is gone.
      list.current?.focus();
    },
  );
  return (
    <Paper component="fieldset" ref={list} tabIndex={-1} withBorder radius="md" p="xs" mt="sm" mx={0}>
      <Input.Label component="legend" className={classes.legend}>
        {t`Further sounds and pictures`}
      </Input.Label>
      <Stack component="ul" gap="xs" className="plain-list">
        {further.map((one, index) => (
          <Group component="li" key={`${fileUseOf(one)} ${one.file}`} gap="sm">
            {one.kind === 'audio' ? (
              <AudioPlayer src={one.file} label={names[index]!} preload="none" />
            ) : (
              <img src={one.file} alt={one.alt} className={classes.further} />
            )}
            <Text size="sm">{names[index]}</Text>
            <Button
              size="xs"
              mih={44}
              variant="subtle"
              color="red"
              disabled={isRemoving}
              aria-label={t({ message: `Remove: ${names[index]!}`, context: 'a file' })}
              onClick={() => void remove(one)}
            >
              {t({ message: 'Remove', context: 'a file' })}
            </Button>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}
