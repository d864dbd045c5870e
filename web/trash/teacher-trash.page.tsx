import { useLingui } from '@lingui/react/macro';
import { DecksPage } from '../deck/decks-page.tsx';
import { useMaking } from '../deck/use-making.ts';
import { LazyTrashedDecks } from './lazy-trash.tsx';

/** The deleted decks of a teacher, or of a student who makes decks. */
export default function TeacherTrashPage() {
  const { t } = useLingui();
  const { isStudent } = useMaking();
  const text = isStudent
    ? t`A deck that is brought back has its cards again, and you have your progress. Until it is deleted for good it counts as one of your decks.`
    : t`A deck that is brought back has its cards, classes and colleagues again, and its students their progress. Until it is deleted for good it counts as one of your decks.`;
  return (
    <DecksPage title={t`Deleted decks`} text={text} isForAll>
      <LazyTrashedDecks />
    </DecksPage>
  );
}
