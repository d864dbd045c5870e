import { useLingui } from '@lingui/react/macro';
import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPhoto, IconVolume } from '@tabler/icons-react';
import type { SampleCard } from '../../../core/deck-import/import-report.schema.ts';
import { CardText } from '../../marks/card-text.tsx';
import classes from '../deck-import.module.css';

export function SoundIcon() {
  const { t } = useLingui();
  return <IconVolume size={16} role="img" aria-label={t`with sound`} />;
}

export function PictureIcon() {
  const { t } = useLingui();
  return <IconPhoto size={16} role="img" aria-label={t`with a picture`} />;
}

export function SampleCards({ samples }: { samples: readonly SampleCard[] }) {
  const { t } = useLingui();
  if (samples.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text fw={600}>{t`The first cards, as they would be`}</Text>
      <SimpleGrid
        component="ul"
        aria-label={t`First cards`}
        cols={{ base: 1, xs: 2, md: 3 }}
        spacing="xs"
        className="plain-list"
      >
        {samples.map(({ front, back, example_sentence, audio, front_picture, back_picture }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes
          <Paper component="li" key={index} withBorder radius="md" p="sm" className={classes.sample}>
            <Text fw={600}>
              <CardText text={front} isLine /> {audio !== null && <SoundIcon />}{' '}
              {front_picture && <PictureIcon />}
            </Text>
            <Text>
              <CardText text={back} isLine /> {back_picture && <PictureIcon />}
            </Text>
            {example_sentence !== null && (
              <Text size="sm" c="dimmed">
                <CardText text={example_sentence} isLine />
              </Text>
            )}
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
