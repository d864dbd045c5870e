import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, FileButton, Group, Input, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconMoodSearch, IconPhotoPlus } from '@tabler/icons-react';
import { type DragEvent, lazy, useId, useRef, useState } from 'react';
import { fileUseOf } from '../../../core/contract/card-fields.ts';
import { PICTURE_ALT_MAX } from '../../../core/contract/card-limits.ts';
import type { FurtherFile } from '../../../core/contract/card-shape.schema.ts';
import { AudioPlayer } from '../../ui/control/audio-file-input.tsx';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import classes from './picture-field.module.css';
import { pictureIn } from './shrink-picture.ts';
import type { Pictures } from './use-pictures.ts';

const DrawingChoiceModal = lazy(() => import('./drawing-choice.modal.tsx'));

const KINDS = 'image/png,image/jpeg,image/webp,image/avif';

function PictureField({
  label,
  text,
  picture,
  isBusy,
  problem,
  onChoose,
  onAlt,
  onRemove,
}: {
  label: string;
  text: string;
  picture: { url: string; alt: string } | null;
  isBusy: boolean;
  problem: string | undefined;
  onChoose: (file: File) => void;
  onAlt: (alt: string) => void;
  onRemove: () => void;
}) {
  const { t } = useLingui();
  const id = useId();
  const [isOver, setOver] = useState(false);
  const [isSeeking, setSeeking] = useState(false);
  const onDrop = (event: DragEvent) => {
    const file = pictureIn(event.dataTransfer);
    setOver(false);
    if (!file) return;
    event.preventDefault();
    onChoose(file);
  };
  return (
    <Paper
      component="fieldset"
      withBorder
      radius="md"
      p="xs"
      className={classes.field}
      data-over={isOver || undefined}
      aria-busy={isBusy}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Input.Label component="legend" className={classes.legend}>
        {label}
      </Input.Label>
      <Stack gap="xs">
        {picture && <img src={picture.url} alt={picture.alt} className={classes.shown} />}
        <Group gap="xs">
          <FileButton accept={KINDS} onChange={(file) => file && onChoose(file)}>
            {(props) => (
              <Button
                {...props}
                size="xs"
                px="xs"
                mih={44}
                variant="light"
                loading={isBusy}
                leftSection={<IconPhotoPlus size={18} aria-hidden />}
              >
                {picture ? <Trans>Another picture</Trans> : <Trans>Choose a picture</Trans>}
              </Button>
            )}
          </FileButton>
          <Button
            size="xs"
            px="xs"
            mih={44}
            variant="light"
            disabled={isBusy}
            leftSection={<IconMoodSearch size={18} aria-hidden />}
            onClick={() => setSeeking(true)}
          >
            {t`Find a drawing`}
          </Button>
          {picture && (
            <Button size="xs" mih={44} variant="subtle" color="red" disabled={isBusy} onClick={onRemove}>
              {t`Remove the picture`}
            </Button>
          )}
        </Group>
        {picture ? (
          <TextInput
            id={id}
            size="sm"
            label={t`What it shows`}
            description={t`For those who cannot see it`}
            maxLength={PICTURE_ALT_MAX}
            // What is typed here while another picture comes would go away with this one's field.
            readOnly={isBusy}
            defaultValue={picture.alt}
            key={picture.url}
            onBlur={(event) => {
              if (event.currentTarget.value.trim() !== picture.alt) onAlt(event.currentTarget.value.trim());
            }}
          />
        ) : (
          <Text size="xs" c="dimmed">
            {t`Or drop one here, or paste it into the text of this side.`}
          </Text>
        )}
        {problem && <Input.Error role="alert">{problem}</Input.Error>}
      </Stack>
      <LazyDialog opened={isSeeking}>
        <DrawingChoiceModal
          text={text}
          opened={isSeeking}
          onClose={() => setSeeking(false)}
          onChoose={onChoose}
        />
      </LazyDialog>
    </Paper>
  );
}

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
function FurtherFields({ further, removeFurther }: Pick<Pictures, 'further' | 'removeFurther'>) {
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
  if (further.length === 0) return null;
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
              aria-label={t`Remove: ${names[index]!}`}
              onClick={() => void remove(one)}
            >
              {t`Remove`}
            </Button>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

export function PictureFields({ pictures, text }: { pictures: Pictures; text: string }) {
  const { t } = useLingui();
  const labels = { front: t`Picture on the front`, back: t`Picture on the back` };
  return (
    <div>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm" mt="sm">
        {(['front', 'back'] as const).map((side) => (
          <PictureField
            key={side}
            label={labels[side]}
            text={text}
            picture={pictures.shown[side]}
            isBusy={pictures.busy === side}
            problem={pictures.problems[side]}
            onChoose={(file) => pictures.choose(side, file)}
            onAlt={(alt) => pictures.describe(side, alt)}
            onRemove={() => pictures.remove(side)}
          />
        ))}
      </SimpleGrid>
      <FurtherFields further={pictures.further} removeFurther={pictures.removeFurther} />
    </div>
  );
}
