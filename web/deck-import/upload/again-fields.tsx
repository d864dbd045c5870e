import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Alert, Checkbox, Radio, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { comparedAs } from '../../../core/text/normal-form.ts';
import { useDecks } from '../../deck/deck.queries.ts';
import { useSession } from '../../lib/kept/stored-session.ts';
import { useManagedDecks } from '../../site/managed-deck.queries.ts';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { isTeachersImport } from '../calls-by-role.ts';
import type { ImportFieldsProps } from './import-rules.ts';

interface OwnedDeck {
  title: string;
  card_count: number;
  owner: { id: number };
}

/** The deck of this owner that an import of this title would update. */
export function deckOfTitle<Deck extends Pick<OwnedDeck, 'title' | 'owner'>>(
  decks: readonly Deck[],
  title: string,
  ownerId: number | null,
): Deck | undefined {
  const wanted = comparedAs(title);
  if (wanted === '') return undefined;
  return decks.find((deck) => deck.owner.id === ownerId && comparedAs(deck.title) === wanted);
}

export function AgainFields(props: ImportFieldsProps) {
  return isTeachersImport() ? <OfTeacher {...props} /> : <OfAdministrator {...props} />;
}

function OfAdministrator(props: ImportFieldsProps) {
  return <Again {...props} decks={useManagedDecks()} />;
}

function OfTeacher(props: ImportFieldsProps) {
  const { data, error, mutate } = useDecks();
  const owned = data?.map(({ title, card_count, user_id }) => ({
    title,
    card_count,
    owner: { id: user_id },
  }));
  const into = data?.find(({ id }) => id === props.values.intoDeck);
  if (into) return <IntoColleagues {...props} deck={into} />;
  return <Again {...props} decks={{ data: owned, error, mutate }} />;
}

function IntoColleagues({ values, change, deck }: ImportFieldsProps & { deck: Deck }) {
  const { t } = useLingui();
  const { card_count } = deck;
  const owner = deck.shared?.owner_name ?? '';
  const cards = t`${plural(card_count, { one: '# card', other: '# cards' })}`;
  return (
    <Alert
      color="blue"
      icon={<IconRefresh aria-hidden />}
      title={t`The deck of ${owner} is updated (${cards})`}
      role="group"
    >
      <Stack gap="sm">
        <Text size="sm">
          {t`Cards are recognised by their id or their front; what was learnt of them stays.`}{' '}
          {t`${owner} sees this import as well.`}
        </Text>
        <RemoveMissing values={values} change={change} />
      </Stack>
    </Alert>
  );
}

function RemoveMissing({ values, change }: Pick<ImportFieldsProps, 'values' | 'change'>) {
  const { t } = useLingui();
  return (
    <Checkbox
      label={t`Remove cards that are no longer in the file`}
      checked={values.removeMissing}
      onChange={(event) => change({ removeMissing: event.currentTarget.checked })}
    />
  );
}

function Again({
  values,
  change,
  decks: { data, error, mutate },
}: ImportFieldsProps & {
  decks: { data: readonly OwnedDeck[] | undefined; error: unknown; mutate: () => unknown };
}) {
  const { t } = useLingui();
  const { userId } = useSession();
  if (!data)
    return error === undefined ? null : (
      <LoadError
        error={error}
        title={t`Whether you have a deck of this title is not known; if so, it is updated`}
        onRetry={() => void mutate()}
      />
    );
  const deck = deckOfTitle(data, values.title, userId);
  if (!deck) return null;
  const { title, card_count } = deck;
  const cards = t`${plural(card_count, { one: '# card', other: '# cards' })}`;
  return (
    <Alert
      color="blue"
      icon={<IconRefresh aria-hidden />}
      title={t`You have a deck of this title already`}
      role="group"
    >
      <Stack gap="sm">
        <Radio.Group
          aria-label={t`What to do with it`}
          value={values.asNew ? 'new' : 'update'}
          onChange={(choice) => change({ asNew: choice === 'new' })}
        >
          <Stack gap="xs">
            <Radio
              value="update"
              label={t`Update “${title}” (${cards})`}
              description={t`Cards are recognised by their id or their front; what was learnt of them stays.`}
            />
            <Radio value="new" label={t`Make another deck of this title`} />
          </Stack>
        </Radio.Group>
        {!values.asNew && <RemoveMissing values={values} change={change} />}
      </Stack>
    </Alert>
  );
}
