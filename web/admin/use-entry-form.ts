import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Entry } from '../../core/site/entry-limits.ts';
import { useNotices } from '../ui/notices.tsx';
import { useFailure } from '../ui/use-failure.ts';
import { useChangeEntry } from './entry.queries.ts';

const changeFailed = msg({ message: 'Who may come in was not changed: {message}' });

/** The choice of who may come in, and how it is sent. */
export function useEntryForm(saved: Entry | null) {
  const { t } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const change = useChangeEntry();
  const [chosen, setChosen] = useState(saved);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();

  const save = async (isNewCode = false) => {
    if (chosen === null) {
      setProblem(t`Please choose one`);
      return;
    }
    setSaving(true);
    try {
      await change({ entry: chosen, ...(isNewCode && { new_code: true }) });
      notices.success(isNewCode ? t`The school has a new code.` : t`This holds from now on.`);
    } catch (error) {
      failed(changeFailed, error);
    } finally {
      setSaving(false);
    }
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
