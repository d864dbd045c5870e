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
  /** Takes it back; offered beside the notice. Says itself how it went. */
  undo?: (subject: Subject) => void;
  onFailed?: () => void;
}

/** Does something after a question, and says how it went. `ask` returns true when it is done. */
export function useConfirmed<Subject>({ question, run, done, failed, undo, onFailed }: Confirmed<Subject>) {
  const { t, i18n } = useLingui();
  const confirm = useConfirm();
  const notices = useNotices();
  const sayFailed = useFailure();
  const [isRunning, setRunning] = useState(false);

  const ask = async (subject: Subject): Promise<boolean> => {
    try {
      if (!(await confirm(await question(subject)))) return false;
      setRunning(true);
      await run(subject);
      notices.success(i18n._(done), undo && { label: t`Undo`, run: () => undo(subject) });
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
