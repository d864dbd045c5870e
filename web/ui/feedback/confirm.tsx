import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { ConfirmDialog, type ConfirmOptions } from './confirm-dialog.tsx';

type Confirm = (options: ConfirmOptions) => Promise<boolean>;

interface Question extends ConfirmOptions {
  answer: (confirmed: boolean) => void;
}

const ConfirmContext = createContext<Confirm | null>(null);

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const confirm = useCallback<Confirm>(
    (options) =>
      new Promise((resolve) => {
        setQuestion({
          ...options,
          answer: (confirmed) => {
            setQuestion(null);
            resolve(confirmed);
          },
        });
      }),
    [],
  );
  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && <ConfirmDialog {...question} onAnswer={question.answer} />}
    </ConfirmContext>
  );
}

/** Asks the user; true only for the confirm button. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider');
  return confirm;
}
