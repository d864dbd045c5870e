import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import classes from '../card-grid.module.css';

export type CellExit = 'down' | 'next' | 'back' | 'stay';

interface CellEditorProps {
  label: string;
  initial: string;
  problemOf: (typed: string) => string | undefined;
  /** Keeps what was typed, and goes on from the cell. */
  onDone: (typed: string, exit: CellExit) => void;
  onCancel: () => void;
  /** The text is left with something that the cell cannot say. */
  onRefused: (problem: string) => void;
}

/** The text of a cell while it is typed. Shift or Alt and Enter begin another line. */
export function CellEditor({ label, initial, problemOf, onDone, onCancel, onRefused }: CellEditorProps) {
  const [typed, setTyped] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const isOver = useRef(false);
  const problemId = useId();

  useLayoutEffect(() => {
    const element = field.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);

  const leave = (exit: CellExit) => {
    const found = problemOf(typed);
    setProblem(found);
    if (found !== undefined) return;
    isOver.current = true;
    onDone(typed, exit);
  };
  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    event.stopPropagation();
    const { key, shiftKey, altKey } = event;
    if (key === 'Enter' && !shiftKey && !altKey) {
      event.preventDefault();
      leave('down');
    } else if (key === 'Enter' && altKey) {
      event.preventDefault();
      const { selectionStart, selectionEnd } = event.currentTarget;
      event.currentTarget.setRangeText('\n', selectionStart, selectionEnd, 'end');
      setTyped(event.currentTarget.value);
    } else if (key === 'Tab') {
      event.preventDefault();
      leave(shiftKey ? 'back' : 'next');
    } else if (key === 'Escape') {
      event.preventDefault();
      isOver.current = true;
      onCancel();
    }
  };
  const blur = () => {
    if (isOver.current) return;
    isOver.current = true;
    const found = problemOf(typed);
    if (found === undefined) onDone(typed, 'stay');
    else {
      onRefused(found);
      onCancel();
    }
  };
  return (
    <div className={classes.editor}>
      <textarea
        ref={field}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        value={typed}
        rows={1}
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(undefined);
        }}
        onKeyDown={keyDown}
        onBlur={blur}
      />
      {problem !== undefined && (
        <div id={problemId} role="alert">
          {problem}
        </div>
      )}
    </div>
  );
}
