import { useLingui } from '@lingui/react/macro';
import { Paper, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import classes from '../screen/learning-session.module.css';
import { SessionBar, SessionFrame } from '../screen/session-bar.tsx';

/** The card, empty yet, with room for all that comes. */
export function CardSkeleton({ label }: { label: string }) {
  return (
    <div className={classes.card}>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      <Paper withBorder radius="lg" className={classes.blank} aria-hidden>
        <Stack align="center" gap="md">
          <Skeleton height={44} width="55%" />
          <Skeleton height={14} width="75%" />
        </Stack>
      </Paper>
      <Skeleton height={70} aria-hidden />
      <div className={classes.actions}>
        <Skeleton height={50} aria-hidden />
      </div>
    </div>
  );
}

/** A session whose cards are on the way. */
export function SessionLoading({ title, exit }: { title: string | undefined; exit?: string }) {
  const { t } = useLingui();
  return (
    <SessionFrame>
      <SessionBar title={title} {...(exit && { exit })} />
      <div className={classes.facts} />
      <CardSkeleton label={t`Loading your cards…`} />
    </SessionFrame>
  );
}
