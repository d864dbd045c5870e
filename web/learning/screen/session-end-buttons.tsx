import { Trans } from '@lingui/react/macro';
import { Button, SimpleGrid } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import type { SessionSource } from '../session/session.state.ts';
import classes from './learning-session.module.css';
import { useNextDeck } from './what-comes.tsx';

interface SessionEndButtonsProps {
  source: SessionSource;
  onEnd: () => void;
  /** Another way on, beside these. */
  more?: ReactNode;
}

/** The ways on from a session that is over: the next deck, if one waits, and home. */
export function SessionEndButtons({ source, onEnd, more }: SessionEndButtonsProps) {
  const next = useNextDeck(source);
  const title = next?.title;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: next && more ? 2 : 1 }} spacing="xs" w="100%">
        {more}
        {next && (
          <Button size="md" variant="default" onClick={onEnd}>
            <Trans>End session</Trans>
          </Button>
        )}
      </SimpleGrid>
      <div className={classes.actions} data-kept-clear>
        {next ? (
          <ButtonLink to={paths.learn(next.deck_id)} size="md" fullWidth icon={IconPlayerPlay}>
            <span className={classes.next}>
              <Trans>Next deck: {title}</Trans>
            </span>
          </ButtonLink>
        ) : (
          <Button size="md" fullWidth onClick={onEnd}>
            <Trans>End session</Trans>
          </Button>
        )}
      </div>
    </>
  );
}
