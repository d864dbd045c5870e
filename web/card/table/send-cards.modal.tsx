import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, NativeSelect, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Edit, TableCard } from '../../../core/card/edits/card-edit.schema.ts';
import { seenCard } from '../../../core/card/seen-card.ts';
import { useDecks } from '../../deck/deck.queries.ts';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { useSession } from '../../lib/stored-session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';

interface SendCardsProps {
  deckId: number;
  cards: readonly TableCard[];
  /** True when it is done. */
  run: (edit: Edit) => Promise<boolean>;
  onClose: () => void;
}

function SendForm({ deckId, cards, run, onClose }: SendCardsProps) {
  const { t } = useLingui();
  const { userId } = useSession();
  const { create } = useAuthorPaths();
  const decks = useDecks();
  const [act, setAct] = useState<'copy' | 'move'>('copy');
  const [to, setTo] = useState('');
  const [sending, setSending] = useState(false);
  if (!decks.data && decks.error)
    return <LoadError error={decks.error} onRetry={() => void decks.mutate()} />;
  if (!decks.data) return <Skeleton height={160} role="status" aria-label={t`Loading…`} />;
  const others = decks.data.filter(
    (deck) => deck.id !== deckId && (deck.user_id === userId || deck.shared?.may === 'edit'),
  );
  if (others.length === 0)
    return (
      <Stack align="flex-start">
        <Text c="dimmed">{t`You have no other deck yet: make one, then send cards there.`}</Text>
        <Button component={Link} to={create()}>
          <Trans>Make a deck</Trans>
        </Button>
      </Stack>
    );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (to === '') return;
    setSending(true);
    const to_deck_id = Number(to);
    const isDone = await run(
      act === 'copy'
        ? { act, ids: cards.map(({ id }) => id), to_deck_id }
        : { act, cards: cards.map((card) => ({ id: card.id, seen: seenCard(card) })), to_deck_id },
    );
    setSending(false);
    if (isDone) onClose();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <NativeSelect
          data-autofocus
          label={t`To the deck`}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          data={[
            { value: '', label: t`No deck chosen` },
            ...others.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
        />
        <Radio.Group
          label={t`What becomes of them here`}
          value={act}
          onChange={(value) => setAct(value as 'copy' | 'move')}
        >
          <Stack gap={0} mt={4}>
            {(['copy', 'move'] as const).map((value) => (
              <Radio
                key={value}
                value={value}
                label={
                  value === 'copy' ? t`They stay here, the other deck gets copies` : t`They are deleted here`
                }
                styles={{ body: { minHeight: 44, alignItems: 'center' } }}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Alert color={act === 'move' ? 'honey' : 'sky'}>
          {act === 'move'
            ? t`In the other deck they are new cards: students begin them anew there, and lose their progress with them here.`
            : t`The copies are new cards: nobody's progress comes along.`}
        </Alert>
        <Group>
          <Button type="submit" loading={sending} disabled={to === ''}>
            {act === 'copy' ? <Trans>Copy</Trans> : <Trans>Move</Trans>}
          </Button>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Copies the selected cards to another deck, or moves them there. */
export default function SendCardsModal({ opened, ...props }: SendCardsProps & { opened: boolean }) {
  const { t } = useLingui();
  const count = props.cards.length;
  return (
    <Dialog
      opened={opened}
      onClose={props.onClose}
      title={t`${plural(count, { one: 'Copy or move # card', other: 'Copy or move # cards' })}`}
    >
      <SendForm {...props} />
    </Dialog>
  );
}
