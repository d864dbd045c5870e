import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCards, IconDots, IconFlag, IconFlagOff, IconMoon, IconPlayerPause } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { StudyCard } from '../../core/card/card.schema.ts';
import { paths } from '../lib/pages/paths.ts';
import type { SessionController } from './session-controller.ts';

export interface CardMenuProps {
  card: StudyCard;
  controller: Pick<SessionController, 'putAside' | 'flag'>;
}

/** What a student does with the card in hand besides answering it; open as soon as it is there. */
export default function CardMenu({ card, controller }: CardMenuProps) {
  const { t } = useLingui();
  const { flagged = false } = card;
  return (
    <Menu position="bottom-end" shadow="md" defaultOpened>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t`More: this card`}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconMoon size={18} aria-hidden />}
          onClick={() => void controller.putAside('today')}
        >
          <Trans>Put aside until tomorrow</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPlayerPause size={18} aria-hidden />}
          onClick={() => void controller.putAside('always')}
        >
          <Trans>Put aside for good</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={flagged ? <IconFlagOff size={18} aria-hidden /> : <IconFlag size={18} aria-hidden />}
          onClick={() => void controller.flag(card.id, !flagged)}
        >
          {flagged ? <Trans>Take the flag away</Trans> : <Trans>Flag this card</Trans>}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to={paths.ownCards(card.deck_id)}
          leftSection={<IconCards size={18} aria-hidden />}
        >
          <Trans>All cards of this deck</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
