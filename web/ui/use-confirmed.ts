import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useConfirm } from './confirm.tsx';
import type { ConfirmOptions } from './confirm-dialog.tsx';
import { useNotices } from './notices.tsx';
import { useFailure } from './use-failure.ts';

interface Confirmed<Subject> {
  /** What is asked before; may ask the server first how things stand. */
  question: (subject: Subject) => ConfirmOptions | Promise<ConfirmOptions>;
  run: (subject: Subject) => Promise<unknown>;
  /** Said when it is done. */
  done: MessageDescriptor;
  /** Said when the question or the deed failed; ends with the reason (`{message}`). */
  failed: MessageDescriptor;
  onFailed?: () => void;
}

/** Does something after a question, and says how it went. `ask` returns true when it is done. */
export function useConfirmed<Subject>({ question, run, done, failed, onFailed }: Confirmed<Subject>) {
  const { i18n } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const sayFailed = useFailure();
  const [isRunning, setRunning] = useState(false);

  const ask = async (subject: Subject): Promise<boolean> => {
    try {
      if (!(await confirm(await question(subject)))) return false;
      setRunning(true);
      await run(subject);
      notices.success(i18n._(done));
      return true;
    } catch (error) {
      sayFailed(failed, error);
      onFailed?.();
      return false;
    } finally {
      setRunning(false);
    }
  };

  return { ask, isRunning };
}
