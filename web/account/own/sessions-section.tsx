import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { OwnSession } from '../../../core/account/own-account.schema.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { dateAndTime, dayAgo } from '../../lib/text/date-text.ts';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { AccountSection } from './account-section.tsx';
import { useEndSessions, useOwnSessions } from './own-account.queries.ts';

/** Sessions that are shown until all are asked for. */
const FIRST = 10;

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => Promise<void> }) {
  const { i18n, t } = useLingui();
  const [isEnding, setEnding] = useState(false);
  const device = [session.browser, session.system].filter(Boolean).join(' · ') || t`Unknown device`;
  const begun = dateAndTime(i18n.locale, new Date(session.begun_at));
  const seen = dayAgo(i18n.locale, new Date(session.seen_at), new Date());
  return (
    <Group component="li" justify="space-between" gap="xs">
      <div>
        <Group gap="xs">
          <Text fw={600}>{device}</Text>
          {session.is_this && (
            <Badge variant="light">
              <Trans>This device</Trans>
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          <Trans>
            Logged in at {begun}; last used: {seen}
          </Trans>
        </Text>
      </div>
      {!session.is_this && (
        <Button
          variant="default"
          mih={44}
          loading={isEnding}
          aria-label={t`Log out there: ${device}, since ${begun}`}
          onClick={() => {
            setEnding(true);
            void onEnd().finally(() => setEnding(false));
          }}
        >
          <Trans>Log out there</Trans>
        </Button>
      )}
    </Group>
  );
}

/** Where the account is logged in, and how that ends. */
export function SessionsSection() {
  const { t } = useLingui();
  const { data, error, mutate } = useOwnSessions();
  const end = useEndSessions();
  const confirm = useConfirm();
  const notices = useNotices();
  const failed = useFailure();
  const heading = useRef<HTMLHeadingElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const [isEnding, setEnding] = useState(false);

  const ended = (work: Promise<void>) =>
    work
      .then(() => {
        notices.success(t`Logged out there.`);
        // The button that had the focus is gone.
        heading.current?.focus({ preventScroll: true });
      })
      .catch((reason) => failed(failureText.changePeopleFailed, reason));
  const endOthers = async () => {
    const sure = await confirm({
      title: t`Log out everywhere else?`,
      text: t`You stay logged in here. On every other device you log in again.`,
      confirmLabel: t`Log out everywhere else`,
    });
    if (!sure) return;
    setEnding(true);
    await ended(end.others());
    setEnding(false);
  };

  const shown = showsAll ? data : data?.slice(0, FIRST);
  const count = data?.length ?? 0;
  return (
    <AccountSection
      heading={heading}
      title={t`Where you are logged in`}
      text={t`If you do not know one of these devices, log out there and change your password.`}
    >
      {shown ? (
        <>
          {!data?.some(({ is_this }) => !is_this) && (
            <Text>
              <Trans>You are logged in nowhere else.</Trans>
            </Text>
          )}
          <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
            {shown.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => ended(end.one(session.id))} />
            ))}
          </Stack>
          <Group>
            {shown.length < count && (
              <Button variant="subtle" mih={44} onClick={() => setShowsAll(true)}>
                <Trans>Show all {count}</Trans>
              </Button>
            )}
            <Button variant="default" mih={44} loading={isEnding} onClick={() => void endOthers()}>
              <Trans>Log out everywhere else</Trans>
            </Button>
          </Group>
        </>
      ) : (
        <Unread of={{ error, mutate }} loading={<Loading minHeight={120} />} />
      )}
    </AccountSection>
  );
}
