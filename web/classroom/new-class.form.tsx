import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { CLASS_NAME_MAX } from '../../core/classroom/classroom-limits.ts';
import { useDecks } from '../deck/deck.queries.ts';
import { DeckSelect } from '../deck/deck-select.tsx';
import { callApi } from '../lib/api-client.ts';
import { failureText, noticeText } from '../lib/notice-text.ts';
import { paths } from '../lib/pages/paths.ts';
import { LoadError } from '../ui/load-error.tsx';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { useClassesChanged } from './classroom.queries.ts';
import { checkNewClass, type NewClassProblem, type NewClassValues } from './new-class-rules.ts';

const problemTexts: Record<NewClassProblem, MessageDescriptor> = {
  'name-missing': msg`Please give the class a name`,
  'name-long': msg({ message: 'At most {max} letters' }),
  'deck-missing': msg`Please choose a deck`,
};

/** Returns what is said of a field; undefined when nothing is wrong. */
export const problemText = (i18n: I18n, problem: NewClassProblem | undefined) =>
  problem && i18n._({ ...problemTexts[problem], values: { max: CLASS_NAME_MAX } });

const EMPTY: NewClassValues = { name: '', deck: '' };

/** A class's name and its first deck. */
export function NewClassForm({ onCreated }: { onCreated: (created: Classroom) => void }) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const decks = useDecks();
  const classesChanged = useClassesChanged();
  const [values, setValues] = useState(EMPTY);
  const [submitted, setSubmitted] = useState(false);
  const [sending, setSending] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const deckField = useRef<HTMLSelectElement>(null);
  const problems = submitted ? checkNewClass(values) : {};

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const found = checkNewClass(values);
    if (found.name || found.deck) {
      (found.name ? nameField : deckField).current?.focus();
      return;
    }
    setSending(true);
    try {
      const body = { name: values.name.trim(), deck_id: Number(values.deck) };
      const { data } = await callApi('POST /api/classes', { body });
      notices.success(i18n._({ ...noticeText.classCreated, values: { classId: data.id } }));
      onCreated(data);
      void classesChanged();
    } catch (error) {
      failed(failureText.classCreateFailed, error);
    } finally {
      setSending(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate aria-label={t`New class`}>
      <Stack>
        <TextInput
          ref={nameField}
          label={t`Class name`}
          value={values.name}
          onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
          error={problemText(i18n, problems.name)}
          required
          withAsterisk={false}
          autoComplete="off"
          data-autofocus
        />
        {!decks.data && decks.error && (
          <LoadError
            error={decks.error}
            title={i18n._(noticeText.fetchDecksFailed)}
            onRetry={() => decks.mutate()}
          />
        )}
        {!decks.data && !decks.error && <Skeleton height={62} role="status" aria-label={t`Loading…`} />}
        {decks.data && (
          <DeckSelect
            ref={deckField}
            label={t`Deck`}
            description={t`What the class studies first; more decks can be added later.`}
            decks={decks.data}
            value={values.deck}
            onChange={(deck) => setValues({ ...values, deck })}
            error={problemText(i18n, problems.deck)}
            required
            withAsterisk={false}
          />
        )}
        {decks.data?.length === 0 && (
          <Text size="sm">
            <Trans>
              There is no deck yet.{' '}
              <Anchor component={Link} inherit underline="always" to={paths.teacherDecks()}>
                Make one first
              </Anchor>
              , then the class.
            </Trans>
          </Text>
        )}
        <Group>
          <Button type="submit" loading={sending}>
            <Trans>Create class</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
