import { lazy } from 'react';
import { LateDialog } from '../ui/late-dialog.tsx';
import type { ProgressModalProps } from './progress.modal.tsx';

const ProgressModal = lazy(() => import('./progress.modal.tsx'));

/** The place of the window with the progress in one deck. */
export function DeckProgress(props: ProgressModalProps) {
  return (
    <LateDialog opened={props.deck !== null}>
      <ProgressModal {...props} />
    </LateDialog>
  );
}
