import { useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import {
  IconCards,
  IconFlag,
  IconFlagOff,
  IconHistory,
  IconMessageReport,
  IconMoon,
  IconPlayerPause,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { useDecks } from '../../deck/deck.queries.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { paths } from '../../lib/pages/paths.ts';
import type { SessionController } from '../session/session-controller.ts';
import type { OpenedDialog } from './card-dialogs.tsx';

export interface CardMenuProps {
  card: StudyCard;
  controller: Pick<SessionController, 'putAside' | 'flag'>;
  onOpen: (shows: OpenedDialog['shows']) => void;
}

/** What a student does with the card in hand besides answering it; open as soon as it is there. */
export default function CardMenu({
  button,
  card,
  controller,
  onOpen,
}: CardMenuProps & { button: ReactNode }) {
  const { t } = useLingui();
  const { flagged = false } = card;
  const { userId } = useSession();
  // Nobody else would read a report of it.
  const isOwn = useDecks().data?.some(({ id, user_id }) => id === card.deck_id && user_id === userId);
  return (
    <Menu position="bottom-end" shadow="md" defaultOpened>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconMoon size={18} aria-hidden />}
          onClick={() => void controller.putAside('today')}
        >
          {t`Put aside until tomorrow`}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPlayerPause size={18} aria-hidden />}
          onClick={() => void controller.putAside('always')}
        >
          {t`Put aside for good`}
        </Menu.Item>
        <Menu.Item
          leftSection={flagged ? <IconFlagOff size={18} aria-hidden /> : <IconFlag size={18} aria-hidden />}
          onClick={() => void controller.flag(card.id, !flagged)}
        >
          {flagged ? t`Take the flag away` : t`Flag this card`}
        </Menu.Item>
        {!isOwn && (
          <Menu.Item
            leftSection={<IconMessageReport size={18} aria-hidden />}
            onClick={() => onOpen('report')}
          >
            {t`Report a mistake`}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconHistory size={18} aria-hidden />} onClick={() => onOpen('history')}>
          {t`History of the card`}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={paths.ownCards(card.deck_id)}
          leftSection={<IconCards size={18} aria-hidden />}
        >
          {t`All cards of this deck`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
