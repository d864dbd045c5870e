import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Grapes } from '../../ui/figure/grapes.tsx';
import { HardestWords } from '../screen/hardest-words.tsx';
import classes from '../screen/learning-session.module.css';
import type { SessionState } from '../session/session.state.ts';
import { hardestWords, NO_SUMMARY } from '../session/session-summary.ts';
import { missedCards } from './cram-session.ts';

/** The bunch, in pixels; as at the end of a session. */
const GRAPES_PX = 112;

interface CramEndProps {
  session: SessionState;
  onMissed: () => void;
  onAll: () => void;
  onOthers: () => void;
}

/** The end of practice: how it went, what was hard, and the wrong ones once more. */
export function CramEnd({ session, onMissed, onAll, onOthers }: CramEndProps) {
  const { t } = useLingui();
  const { cards, right } = session.summary ?? NO_SUMMARY;
  const words = hardestWords(session);
  const missed = missedCards(session).length;
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed last has gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <Stack gap="lg" py="md" className={classes.middle}>
        <Stack align="center" gap="xs">
          <Grapes
            total={Math.max(1, cards)}
            filled={right}
            learning={cards - right}
            fresh={cards}
            size={GRAPES_PX}
          />
          <Title ref={heading} order={2} size="h3" ta="center" tabIndex={-1}>
            <Trans>You have known every card once</Trans>
          </Title>
          <Text ta="center" className="tabular">
            <Trans>
              {right} of {cards} right at the first try
            </Trans>
          </Text>
        </Stack>
        {words.length > 0 && <HardestWords words={words} />}
      </Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" w="100%">
        {missed > 0 && (
          <Button size="md" variant="light" onClick={onAll}>
            <Trans>All of these again</Trans>
          </Button>
        )}
        <Button size="md" variant="default" onClick={onOthers}>
          <Trans>Choose other cards</Trans>
        </Button>
      </SimpleGrid>
      <div className={classes.actions} data-kept-clear>
        <Button
          size="md"
          fullWidth
          leftSection={<IconRefresh size={20} aria-hidden />}
          onClick={missed > 0 ? onMissed : onAll}
        >
          {missed > 0
            ? t`${plural(missed, { one: 'Again # wrong card', other: 'Again # wrong cards' })}`
            : t`All of these again`}
        </Button>
      </div>
    </>
  );
}
