import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { GivenWay } from '../../../core/deck/deck.schema.ts';

/** Which class practises the deck in which way. */
export function ClassWayNote({ given }: { given: GivenWay }) {
  const { t } = useLingui();
  const name = given.class_name;
  const texts = {
    turning: t`Your class “${name}” studies this deck by turning the cards.`,
    typing: t`Your class “${name}” studies this deck by typing.`,
    dictation: t`Your class “${name}” studies this deck by listening and typing.`,
    choice: t`Your class “${name}” studies this deck by choosing from four.`,
  };
  return (
    <Text size="sm" c="dimmed" className="breakable">
      {texts[given.way]}
    </Text>
  );
}
