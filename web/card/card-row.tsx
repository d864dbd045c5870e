import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Badge, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconPencil, IconTrash, IconVolume } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { textLanguage } from '../../core/card/text-language.ts';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import { plainText } from '../../core/text/marked-text.ts';
import type { UpdateCard } from '../deck/card.changes.ts';
import { detailsOf } from '../flashcard/card-look.ts';
import { useCardAudio } from '../flashcard/use-card-audio.ts';
import { noticeText } from '../lib/call/notice-text.ts';
import { CardText } from '../marks/card-text.tsx';
import classes from './card-row.module.css';
import { EditCardForm } from './edit-card-form.tsx';

/** Small, so that a list of many cards stays one. */
function Thumbnails({ card: { front_picture, back_picture, further_files } }: { card: Card }) {
  if (!front_picture && !back_picture && !further_files) return null;
  return (
    <Group gap="xs">
      {[front_picture, back_picture].map(
        (picture, index) =>
          picture && (
            <img
              key={index === 0 ? 'front' : 'back'}
              src={picture.file}
              alt={picture.alt}
              width={picture.width}
              height={picture.height}
              loading="lazy"
              className={classes.thumbnail}
            />
          ),
      )}
      {further_files && <FurtherCount count={further_files.length} />}
    </Group>
  );
}

function FurtherCount({ count }: { count: number }) {
  const { t } = useLingui();
  const text = t`Further sounds and pictures: ${count}`;
  return (
    <Badge variant="light" color="gray" size="sm" title={text}>
      <span aria-hidden>+{count}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </Badge>
  );
}

export function CardTexts({ card }: { card: Card }) {
  const { i18n } = useLingui();
  const details = detailsOf(card, i18n);
  const languageOf = (text: string) => textLanguage(text, [card.front, card.back]);
  return (
    <Stack gap={4} flex={1} miw={0} className={classes.texts}>
      <Thumbnails card={card} />
      <Group gap={6}>
        <Text span fw={600} lang={languageOf(card.front)}>
          <CardText text={card.front} />
        </Text>
        {details.map(
          ({ name, text, look }) =>
            look === 'label' && (
              <Badge key={name} variant="light" color="gray" tt="none" size="sm">
                {text}
              </Badge>
            ),
        )}
      </Group>
      <Text lang={languageOf(card.back)}>
        <CardText text={card.back} />
      </Text>
      {details.map(
        ({ name, text, look }) =>
          look !== 'label' && (
            <Text
              key={name}
              size="sm"
              c="dimmed"
              fs={look === 'example' ? 'italic' : undefined}
              lang={languageOf(text)}
            >
              <CardText text={text} />
            </Text>
          ),
      )}
    </Stack>
  );
}

interface CardRowProps {
  card: Card;
  /** Shows by its colour that it came just now. The focus stays where the next card is typed. */
  isNew?: boolean;
  updateCard: UpdateCard;
  onDelete: () => void;
}

export function CardRow({ card, isNew = false, updateCard, onDelete }: CardRowProps) {
  const { t } = useLingui();
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const play = useCardAudio(card.audio_file, noticeText.audioFailed);

  // The form is gone, and the focus with it: it goes back to where the editing began.
  useEffect(() => {
    if (wasEditing.current && !editing) editButton.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  return (
    <Paper component="li" withBorder radius="md" p="md" className={classes.row} data-new={isNew || undefined}>
      {editing ? (
        <EditCardForm card={card} updateCard={updateCard} onDone={() => setEditing(false)} />
      ) : (
        <div className={classes.shown} data-audio={Boolean(play) || undefined}>
          <CardTexts card={card} />
          <Group gap={6} wrap="nowrap" className={classes.actions}>
            {play && (
              <ActionIcon
                variant="subtle"
                size="lg"
                aria-label={t`Play the audio: ${plainText(card.front)}`}
                onClick={play}
              >
                <IconVolume size={18} aria-hidden />
              </ActionIcon>
            )}
            <ActionIcon
              ref={editButton}
              variant="subtle"
              size="lg"
              aria-label={t`Edit the card: ${plainText(card.front)}`}
              onClick={() => setEditing(true)}
            >
              <IconPencil size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={t`Delete the card: ${plainText(card.front)}`}
              onClick={onDelete}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        </div>
      )}
    </Paper>
  );
}
