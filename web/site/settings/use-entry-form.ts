import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import type { Body } from '../../../core/api.ts';
import type { Entry } from '../../../core/site/entry-limits.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { readSiteSettingsAgain } from '../../lib/pages/site-settings.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';

/** The setting that says who may register. */
export const useEntry = () => useRead(addressOf('GET /api/admin/entry'));

/** Changes who may come in; resolves when every page knows. */
function useChangeEntry(): (change: Body<'POST /api/admin/entry'>) => Promise<void> {
  const { mutate } = useEntry();
  return async (change) => {
    const { data } = await callApi('POST /api/admin/entry', { body: change });
    await Promise.all([mutate(data, { revalidate: false }), readSiteSettingsAgain()]);
  };
}

const changeFailed = msg({ message: 'Who may come in was not changed: {message}' });

/** The choice which people may come in, and how it is sent; `first` is done before. */
export function useEntryForm(saved: Entry | null, first?: () => Promise<unknown>) {
  const { t } = useLingui();
  const notices = useNotices();
  const change = useChangeEntry();
  const [chosen, setChosen] = useState(saved);
  const [problem, setProblem] = useState<string>();

  const [send, isSaving] = useAttempt(changeFailed, async (entry: Entry, isNewCode: boolean) => {
    await first?.();
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
