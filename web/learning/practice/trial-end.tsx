import { Plural, Trans } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { paths } from '../../lib/pages/paths.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Grapes } from '../../ui/figure/grapes.tsx';
import classes from '../screen/completion.module.css';
import { NO_SUMMARY } from '../session/session-summary.ts';
import type { KeptTrial } from '../trial-store.ts';

/** The bunch, in pixels; as at the end of a session. */
const GRAPES_PX = 112;

/** The end of a trial: what was done, and how it is kept. */
export function TrialEnd({ trial, isKept }: { trial: KeptTrial; isKept: boolean }) {
  const { cards, right } = trial.state.summary ?? NO_SUMMARY;
  const isClosed = useSiteSettings().entry === 'closed';
  // By this address the login knows whose trial is meant.
  const next = paths.trial(trial.deck.id);
  return (
    <>
      <Stack gap="lg" py="md" className={classes.middle}>
        <Stack align="center" gap="xs" role="status">
          <Grapes
            total={Math.max(1, cards)}
            filled={right}
            learning={cards - right}
            fresh={cards}
            size={GRAPES_PX}
          />
          <Title order={2} size="h3" ta="center">
            <Plural
              value={cards}
              one="Well done, you learned # card"
              other="Well done, you learned # cards"
            />
          </Title>
          <Text c="dimmed" ta="center" className="tabular">
            <Trans>
              {right} of {cards} right at the first try
            </Trans>
          </Text>
        </Stack>
        <Text ta="center">
          {isClosed && isKept ? (
            <Trans>
              Log in with the account from your school, and they count as your first answers. Ask your
              teacher, or the administrator of your school, if you have none.
            </Trans>
          ) : isKept ? (
            <Trans>With an account they count as your first answers, and come back when it is time.</Trans>
          ) : (
            <Trans>
              This browser keeps nothing, so these answers cannot be taken along. With an account none is
              lost.
            </Trans>
          )}
        </Text>
      </Stack>
      <Stack gap="xs" className={classes.actions} data-kept-clear>
        {!isClosed && (
          <ButtonLink to={paths.register(next)} size="md" fullWidth>
            {isKept ? <Trans>Register to keep it</Trans> : <Trans>Create an account</Trans>}
          </ButtonLink>
        )}
        <ButtonLink to={paths.login(next)} size="md" variant={isClosed ? 'filled' : 'default'} fullWidth>
          <Trans>I have an account</Trans>
        </ButtonLink>
        <ButtonLink to={paths.home()} variant="subtle" fullWidth>
          <Trans>Try another deck</Trans>
        </ButtonLink>
      </Stack>
    </>
  );
}
