import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Alert, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Edit } from '../../../../core/card/edits/card-edit.schema.ts';
import { seenCard } from '../../../../core/card/seen-card.ts';
import { useDecks } from '../../../deck/deck.queries.ts';
import { useSession } from '../../../lib/kept/stored-session.ts';
import { useAuthorPaths } from '../../../lib/pages/author-paths.ts';
import { ButtonLink } from '../../../ui/control/button-link.tsx';
import { Dialog } from '../../../ui/control/dialog.tsx';
import { Unread } from '../../../ui/feedback/load-error.tsx';
import { SelectionForm, type SelectionProps } from './selection-form.tsx';

interface SendCardsProps extends SelectionProps {
  deckId: number;
}

function SendForm({ deckId, cards, run, onClose }: SendCardsProps) {
  const { t } = useLingui();
  const { userId } = useSession();
  const { create } = useAuthorPaths();
  const decks = useDecks();
  const [act, setAct] = useState<'copy' | 'move'>('copy');
  const [to, setTo] = useState('');
  if (!decks.data) return <Unread of={decks} height={160} />;
  const others = decks.data.filter(
    (deck) => deck.id !== deckId && (deck.user_id === userId || deck.shared?.may === 'edit'),
  );
  if (others.length === 0)
    return (
      <Stack align="flex-start">
        <Text c="dimmed">{t`You have no other deck yet: make one, then send cards there.`}</Text>
        <ButtonLink to={create()}>{t`Make a deck`}</ButtonLink>
      </Stack>
    );

  const edit = (): Edit | null => {
    const to_deck_id = Number(to);
    if (to_deck_id === 0) return null;
    return act === 'copy'
      ? { act, ids: cards.map(({ id }) => id), to_deck_id }
      : { act, cards: cards.map((card) => ({ id: card.id, seen: seenCard(card) })), to_deck_id };
  };
  return (
    <SelectionForm
      edit={edit}
      run={run}
      onClose={onClose}
      disabled={to === ''}
      button={act === 'copy' ? t`Copy` : t`Move`}
    >
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
    </SelectionForm>
  );
}

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
