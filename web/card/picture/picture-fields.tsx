import { Trans, useLingui } from '@lingui/react/macro';
import { Button, FileButton, Group, Input, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconMoodSearch, IconPhotoPlus } from '@tabler/icons-react';
import { type DragEvent, lazy, Suspense, useId, useState } from 'react';
import { PICTURE_ALT_MAX } from '../../../core/contract/card-limits.ts';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import classes from './picture-field.module.css';
import { pictureIn } from './shrink-picture.ts';
import type { Pictures } from './use-pictures.ts';

const FurtherFields = lazy(() => import('./further-fields.tsx'));
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
      {pictures.further.length > 0 && (
        <Suspense>
          <FurtherFields further={pictures.further} removeFurther={pictures.removeFurther} />
        </Suspense>
      )}
    </div>
  );
}
