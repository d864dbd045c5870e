import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { STUDENT_CARDS_MAX } from '../../core/access/quota-limits.ts';
import { TEACHER_CARDS_MAX } from '../../core/deck-import/import-limits.ts';
import { DecksPage } from '../deck/decks-page.tsx';
import { useMaking } from '../deck/use-making.ts';
import { lazyNamed } from '../ui/control/lazy-named.ts';
import { Loading } from '../ui/feedback/loading.tsx';

// As the administrator's page has it, so that no other page of teachers loads it.
const ImportSection = lazyNamed('ImportSection', () => import('./import-section.tsx'));

export default function TeacherImportPage() {
  const { t, i18n } = useLingui();
  const { isStudent } = useMaking();
  const most = (isStudent ? STUDENT_CARDS_MAX : TEACHER_CARDS_MAX).toLocaleString(i18n.locale);
  return (
    <DecksPage
      title={t`Import a file`}
      text={t`A deck from a table, from Anki or from another school, with at most ${most} cards.`}
    >
      <Suspense fallback={<Loading minHeight={320} />}>
        <ImportSection />
      </Suspense>
    </DecksPage>
  );
}
