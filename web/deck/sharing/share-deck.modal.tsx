import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import type { ShareRight } from '../../../core/deck-rights.ts';
import { failureText, noticeText } from '../../lib/notice-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { useFailure } from '../../ui/use-failure.ts';
import { ColleagueRow } from './colleague-row.tsx';
import { useDeckShares, useShareChanges } from './deck-share.queries.ts';
import { useRightOptions } from './right-options.ts';

type Shared = Pick<Deck, 'id' | 'title'>;

function ShareForm({ deck }: { deck: Shared }) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const options = useRightOptions();
  const { share } = useShareChanges();
  const [login, setLogin] = useState('');
  const [may, setMay] = useState<ShareRight>('use');
  const [isEmpty, setEmpty] = useState(false);
  const [sending, setSending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setEmpty(login.trim() === '');
    if (login.trim() === '') return field.current?.focus();
    setSending(true);
    try {
      await share(deck.id, login.trim(), may);
      notices.success(i18n._(noticeText.deckShared));
      setLogin('');
    } catch (error) {
      failed(failureText.deckSharingFailed, error);
    } finally {
      setSending(false);
      field.current?.focus();
    }
  };

  return (
    <form onSubmit={submit} noValidate aria-label={t`Share with a colleague`}>
      <Stack gap="sm">
        <TextInput
          ref={field}
          label={t`Email address or user name of a teacher`}
          description={t`Exactly as they log in with it`}
          value={login}
          onChange={(event) => setLogin(event.currentTarget.value)}
          error={isEmpty && t`Please fill in this field`}
          maxLength={254}
          required
          withAsterisk={false}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
        <NativeSelect
          label={t`What they may do`}
          value={may}
          data={options}
          onChange={(event) => setMay(event.currentTarget.value as ShareRight)}
        />
        <Group>
          <Button type="submit" loading={sending}>
            <Trans>Share</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Colleagues({ deck, onGone }: { deck: Shared; onGone: () => void }) {
  const { t } = useLingui();
  const { data: shares, error, mutate } = useDeckShares(deck.id);
  if (!shares && error) return <LoadError error={error} onRetry={() => mutate()} />;
  if (!shares) return <Skeleton height={88} radius="md" role="status" aria-label={t`Loading…`} />;
  if (shares.length === 0) return <Empty text={<Trans>Nobody else has this deck yet.</Trans>} />;
  return (
    <Stack component="ul" gap="md" p={0} m={0} aria-label={t`Colleagues who have this deck`}>
      {shares.map((share) => (
        <ColleagueRow key={share.teacher_id} deck={deck} share={share} onGone={onGone} />
      ))}
    </Stack>
  );
}

interface ShareDeckModalProps {
  /** Null closes it. */
  deck: Shared | null;
  onClose: () => void;
}

/** Lists the colleagues who have an own deck, with their rights: to share it, take it back, hand it over. */
export function ShareDeckModal({ deck, onClose }: ShareDeckModalProps) {
  const { t } = useLingui();
  return (
    <Dialog opened={deck !== null} onClose={onClose} title={deck && t`Share “${deck.title}”`} size="lg">
      {deck && (
        <Stack gap="lg">
          <ShareForm deck={deck} />
          <Stack gap="sm">
            <Title order={3} size="h5">
              <Trans>Who has it</Trans>
            </Title>
            <Colleagues deck={deck} onGone={onClose} />
          </Stack>
          <Text size="sm" c="dimmed">
            <Trans>
              When you take a deck back, the classes that study it keep it, and nobody loses their progress.
            </Trans>
          </Text>
        </Stack>
      )}
    </Dialog>
  );
}
