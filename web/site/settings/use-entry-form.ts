import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Entry } from '../../../core/site/entry-limits.ts';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { useChangeEntry } from './entry.queries.ts';

const changeFailed = msg({ message: 'Who may come in was not changed: {message}' });

/** The choice which people may come in, and how it is sent. */
export function useEntryForm(saved: Entry | null) {
  const { t } = useLingui();
  const notices = useNotices();
  const change = useChangeEntry();
  const [chosen, setChosen] = useState(saved);
  const [problem, setProblem] = useState<string>();

  const [send, isSaving] = useAttempt(changeFailed, async (entry: Entry, isNewCode: boolean) => {
    await change({ entry, ...(isNewCode && { new_code: true }) });
    notices.success(isNewCode ? t`The school has a new code.` : t`This holds from now on.`);
  });
  const save = async (isNewCode = false) => {
    if (chosen === null) setProblem(t`Please choose one`);
    else await send(chosen, isNewCode);
  };
  return {
    chosen,
    choose: (entry: Entry) => {
      setChosen(entry);
      setProblem(undefined);
    },
    problem,
    isSaving,
    save,
  };
}
