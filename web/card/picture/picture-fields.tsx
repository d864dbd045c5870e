import { useLingui } from '@lingui/react/macro';
import { SimpleGrid } from '@mantine/core';
import { PictureField } from './picture-field.tsx';
import type { Pictures } from './use-pictures.ts';

/** The pictures on both sides of a card, which says `text`. */
export function PictureFields({ pictures, text }: { pictures: Pictures; text: string }) {
  const { t } = useLingui();
  const labels = { front: t`Picture on the front`, back: t`Picture on the back` };
  return (
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
  );
}
