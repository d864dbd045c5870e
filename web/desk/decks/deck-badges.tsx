import { Plural, useLingui } from '@lingui/react/macro';
import { Badge, Group } from '@mantine/core';
import type { Deck } from '../../../core/deck/deck.schema.ts';

interface DeckBadgesProps {
  deck: Deck;
  /** Of an official deck these are the classes of all teachers, which mean nothing to a teacher. */
  withClasses?: boolean;
}

export function DeckBadges({ deck, withClasses = true }: DeckBadgesProps) {
  const { t } = useLingui();
  return (
    <Group gap={6} justify="flex-end">
      <Badge variant="light" color="gray" className="tabular" tt="none">
        <Plural value={deck.card_count} one="# card" other="# cards" />
      </Badge>
      {withClasses && deck.class_count > 0 && (
        <Badge variant="light" color="gray" className="tabular" tt="none">
          <Plural value={deck.class_count} one="In # class" other="In # classes" />
        </Badge>
      )}
      {deck.colleague_count !== undefined && (
        <Badge variant="light" color="gray" className="tabular" tt="none">
          <Plural
            value={deck.colleague_count}
            one="Shared with # colleague"
            other="Shared with # colleagues"
          />
        </Badge>
      )}
      {deck.is_official && (
        <Badge variant="light" tt="none">
          {t`Official`}
        </Badge>
      )}
    </Group>
  );
}
