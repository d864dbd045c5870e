import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CardVersion } from '../../../core/card/versions/card-version.schema.ts';
import { dateAndTime } from '../../lib/text/date-text.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { CardComparison } from './card-comparison.tsx';
import { type CardPlace, useBringBack, useCardVersions } from './card-versions.queries.ts';

const broughtBack = msg`The card is as it was then.`;
const notBroughtBack = msg({ message: 'Nothing was brought back: {message}' });

const oldest = msg`The oldest that is kept`;
const whenAdded = msg({ message: '{time} · as it was added' });

/** Says when a card became so, and by whom. */
function versionName(i18n: I18n, { version, made_at, made_by }: CardVersion): string {
  if (made_at === null) return i18n._(oldest);
  const time = dateAndTime(i18n.locale, new Date(made_at));
  if (version === 1) return i18n._({ ...whenAdded, values: { time } });
  return made_by === null ? time : `${time} · ${made_by.name}`;
}

/** Returns whether two states have the same on the card. */
function isSameState(a: CardVersion, b: CardVersion): boolean {
  const content = ({ version: _, made_at: _at, made_by: _by, ...rest }: CardVersion) =>
    JSON.stringify(Object.entries(rest).sort(([x], [y]) => (x < y ? -1 : 1)));
  return content(a) === content(b);
}

interface CardVersionsProps {
  card: CardPlace;
  /** With an earlier version in its place. */
  onBroughtBack: () => void;
  onClose: () => void;
}

interface ChoiceProps extends CardVersionsProps {
  now: CardVersion;
  earlier: CardVersion[];
}

/** One of the earlier states beside the present one. */
function Choice({ card, now, earlier, onBroughtBack, onClose }: ChoiceProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const bringBack = useBringBack();
  const [chosen, setChosen] = useState<number>();
  const [isSending, setSending] = useState(false);
  const then = earlier.find(({ version }) => version === chosen) ?? earlier[0]!;
  const isSame = isSameState(then, now);
  const send = async () => {
    setSending(true);
    try {
      await bringBack(card, { version: then.version, seen: now.version });
      notices.success(i18n._(broughtBack));
      onBroughtBack();
    } catch (error) {
      failed(notBroughtBack, error);
      setSending(false);
    }
  };
  return (
    <Stack>
      <NativeSelect
        label={t`Version`}
        value={then.version}
        data={earlier.map((one) => ({ value: String(one.version), label: versionName(i18n, one) }))}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
        data-autofocus
      />
      <CardComparison then={then} now={now} />
      {isSame && (
        <Text size="sm" c="dimmed">
          <Trans>The card is like that now.</Trans>
        </Text>
      )}
      <Group>
        <Button mih={44} loading={isSending} disabled={isSame} onClick={() => void send()}>
          <Trans>Bring this version back</Trans>
        </Button>
        <Button mih={44} variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </Group>
    </Stack>
  );
}

function Versions(props: CardVersionsProps) {
  const { data, error, mutate } = useCardVersions(props.card);
  if (!data) return <Unread of={{ error, mutate }} height={240} radius="md" />;
  const [now, ...earlier] = data;
  if (!now || earlier.length === 0)
    return <Empty text={<Trans>This card has not been changed since it was added.</Trans>} />;
  return <Choice {...props} now={now} earlier={earlier} />;
}

/** What a card was before it was changed. */
export default function CardVersionsModal({
  card,
  ...props
}: Omit<CardVersionsProps, 'card'> & {
  /** None when the window is closed. */
  card: CardPlace | null;
}) {
  const { t } = useLingui();
  return (
    <Dialog opened={card !== null} onClose={props.onClose} title={t`Earlier versions of the card`} size="lg">
      {card && <Versions key={card.id} card={card} {...props} />}
    </Dialog>
  );
}
