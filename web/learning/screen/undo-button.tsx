import { useLingui } from '@lingui/react/macro';
import { Button, Kbd, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type MouseEvent, memo, useState } from 'react';
import { useLetterKeys } from '../../lib/text/letter-keys.ts';
import { KEYS } from '../../ui/control/keys.ts';
import classes from './learning-session.module.css';
import { useUndoKey } from './use-session-keys.ts';

/** Takes the last answer back, with its key; not there while there is nothing to take back. */
export const UndoButton = memo(({ available, onUndo }: { available: boolean; onUndo: () => void }) => {
  const { t } = useLingui();
  const hasKeys = useLetterKeys();
  const [undone, setUndone] = useState(0);
  const undo = () => {
    setUndone((count) => count + 1);
    onUndo();
  };
  useUndoKey(available ? undo : undefined);

  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    // The card takes the keyboard: with the focus here, Space would take back one answer more.
    event.currentTarget.blur();
    undo();
  };
  return (
    <>
      {available && (
        <Button
          variant="subtle"
          className={classes.undo}
          aria-keyshortcuts={hasKeys ? KEYS.session.undo.join() : undefined}
          rightSection={
            hasKeys && (
              <Kbd visibleFrom="sm" aria-hidden className={classes.pageKey}>
                Z
              </Kbd>
            )
          }
          onClick={onClick}
        >
          <IconArrowBackUp size={20} aria-hidden />
          <span className={`heard-on-phones ${classes.undoWord}`}>{t`Undo`}</span>
        </Button>
      )}
      <VisuallyHidden aria-live="polite">
        {/* A new element each time: the same words are else not announced again. */}
        {undone > 0 && <span key={undone}>{t`The last answer was taken back`}</span>}
      </VisuallyHidden>
    </>
  );
});
