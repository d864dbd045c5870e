import { lazy } from 'react';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import type { ProgressModalProps } from './progress.modal.tsx';

const ProgressModal = lazy(() => import('./progress.modal.tsx'));

export function DeckProgress(props: ProgressModalProps) {
  return (
    <LazyDialog opened={props.deck !== null}>
      <ProgressModal {...props} />
    </LazyDialog>
  );
}
