import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DECK_TITLE_MAX } from '../../../core/deck/deck-limits.ts';
import { checkDeck, NO_DECK } from '../../deck/deck-rules.ts';
import { DecksPage } from '../../deck/decks-page.tsx';
import { callApi } from '../../lib/call/api-client.ts';
import { followPage } from '../../lib/live/page-life.ts';
import { useAuthorPaths } from '../../lib/pages/author-paths.ts';
import { fieldProblemText } from '../../ui/control/field-problem.ts';
import { LetterCounter } from '../../ui/control/letter-counter.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { addedText } from './many-cards.tsx';
import { PasteCards } from './paste-cards.tsx';
import { isWrong, KnownCards } from './pasted-cards.ts';
import { ReadCards } from './read-cards.tsx';
import { useManyCards } from './use-many-cards.ts';

const NONE = new KnownCards();

const madeText = msg({
  message: '{count, plural, one {The deck was made with # card} other {The deck was made with # cards}}',
});

function NewDeckCards() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { deck: pathOf } = useAuthorPaths();
  const notices = useNotices();
  const field = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [text, setText] = useState('');
  /** The deck, once it is there: lines that were wrong then come into it. */
  const made = useRef<number | null>(null);
  const many = useManyCards(NONE, async (key, cards) => {
    if (made.current !== null)
      return callApi('POST /api/decks/:deckId/cards/many', {
        params: { deckId: made.current },
        body: { key, cards },
      });
    const { data } = await callApi('POST /api/decks/with-cards', {
      body: { key, title: title.trim(), cards },
    });
    made.current = data.deck_id;
  });
  const { table, rows, ready } = many;
  const isAtRisk = rows.length > 0;
  useEffect(() => followPage({ isAtRisk: () => isAtRisk }), [isAtRisk]);
  const problem = isChecked ? checkDeck({ ...NO_DECK, title }).title : undefined;

  const make = async () => {
    setChecked(true);
    if (checkDeck({ ...NO_DECK, title }).title) return field.current?.focus();
    // Lines that are still wrong stay here to be mended.
    const isRest = rows.some((row) => isWrong(row) && many.isChosen(row));
    const said = made.current === null ? madeText : addedText;
    const count = await many.add();
    if (count === undefined) return;
    notices.success(i18n._({ ...said, values: { count } }));
    if (!isRest && made.current !== null) navigate(pathOf(made.current));
  };
  const isMade = made.current !== null;
  const name = title.trim();
  return (
    <Stack gap="lg">
      {isMade ? (
        <Text role="status" className="breakable">
          {t`The deck “${name}” is made. What is mended here is added to it.`}
        </Text>
      ) : (
        <TextInput
          ref={field}
          label={t`Title of the new deck`}
          required
          withAsterisk={false}
          autoComplete="off"
          readOnly={many.isAdding || many.isOpen}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={problem && i18n._(fieldProblemText[problem])}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={<LetterCounter text={title.trim()} limit={DECK_TITLE_MAX} />}
        />
      )}
      {table ? (
        <ReadCards
          many={many}
          addLabel={
            isMade
              ? t`Add ${plural(ready.length, { one: '# card', other: '# cards' })}`
              : t`Make the deck with ${plural(ready.length, { one: '# card', other: '# cards' })}`
          }
          onAdd={() => void make()}
        />
      ) : (
        <>
          <PasteCards text={text} onText={setText} onRead={many.start} />
          <Text size="sm" c="dimmed">
            {t`Nothing is made before you have seen what each line becomes.`}
          </Text>
        </>
      )}
    </Stack>
  );
}

export default function NewDeckCardsPage() {
  const { t } = useLingui();
  return (
    <DecksPage
      title={t`New deck from a list`}
      text={t`Paste a list from Excel, Google Sheets, Word or Quizlet. First you see what each line becomes.`}
    >
      <NewDeckCards />
    </DecksPage>
  );
}
