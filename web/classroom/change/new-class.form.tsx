import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { CLASS_NAME_MAX } from '../../../core/classroom/classroom-limits.ts';
import { spacedCode } from '../../../core/text/code-text.ts';
import { graphemeCount } from '../../../core/text/grapheme-count.ts';
import { useDecks } from '../../deck/deck.queries.ts';
import { DeckSelect } from '../../deck/deck-select.tsx';
import { callApi } from '../../lib/call/api-client.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useSubmit } from '../../ui/feedback/use-submit.ts';
import { useClassesChanged } from '../classroom.queries.ts';

interface NewClassValues {
  name: string;
  /** An id, or empty when none is chosen. */
  deck: string;
}

type NewClassProblem = 'name-missing' | 'name-long' | 'deck-missing';

type NewClassProblems = Partial<Record<keyof NewClassValues, NewClassProblem>>;

export function nameProblem(name: string): NewClassProblem | undefined {
  const letters = graphemeCount(name.trim());
  if (letters === 0) return 'name-missing';
  return letters > CLASS_NAME_MAX ? 'name-long' : undefined;
}

/** Returns what is wrong with a new class, in the order of its fields; nothing when it may be sent. */
export function checkNewClass({ name, deck }: NewClassValues): NewClassProblems {
  const wrongName = nameProblem(name);
  return {
    ...(wrongName && { name: wrongName }),
    ...(deck === '' && { deck: 'deck-missing' }),
  };
}

const problemTexts: Record<NewClassProblem, MessageDescriptor> = {
  'name-missing': msg`Please give the class a name`,
  'name-long': msg({ message: 'At most {max} letters' }),
  'deck-missing': msg`Please choose a deck`,
};

export const problemText = (i18n: I18n, problem: NewClassProblem | undefined) =>
  problem && i18n._({ ...problemTexts[problem], values: { max: CLASS_NAME_MAX } });

const EMPTY: NewClassValues = { name: '', deck: '' };

export function NewClassForm({ onCreated }: { onCreated: (created: Classroom) => void }) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const decks = useDecks();
  const classesChanged = useClassesChanged();
  const [values, setValues] = useState(EMPTY);
  const nameField = useRef<HTMLInputElement>(null);
  const deckField = useRef<HTMLSelectElement>(null);
  const { submit, submitted, sending } = useSubmit({
    check: () => {
      const { name, deck } = checkNewClass(values);
      if (name) nameField.current?.focus();
      else if (deck) deckField.current?.focus();
      return name ?? deck;
    },
    run: async () => {
      const body = { name: values.name.trim(), deck_id: Number(values.deck) };
      const { data } = await callApi('POST /api/classes', { body });
      notices.success(
        i18n._({
          ...noticeText.classCreated,
          values: { code: data.code && spacedCode(data.code), classId: data.id },
        }),
      );
      onCreated(data);
      void classesChanged();
    },
    failed: failureText.classCreateFailed,
  });
  const problems = submitted ? checkNewClass(values) : {};

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
        {!decks.data && <Unread of={decks} title={i18n._(noticeText.fetchDecksFailed)} height={62} />}
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
            {t`Create class`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
