import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import CardHistoryModal from '../own/card-history.modal.tsx';
import ReportCardModal from './report-card.modal.tsx';

export interface OpenedDialog {
  card: StudyCard;
  shows: 'report' | 'history';
}

interface CardDialogsProps {
  /** Null while both are closed. */
  opened: OpenedDialog | null;
  onClose: () => void;
}

/** What the menu of a card opens: one part of the script, which is loaded when it is first asked for. */
export default function CardDialogs({ opened, onClose }: CardDialogsProps) {
  const history = opened?.shows === 'history' ? { id: opened.card.id } : null;
  return (
    <>
      <ReportCardModal card={opened?.shows === 'report' ? opened.card : null} onClose={onClose} />
      <CardHistoryModal card={history} onClose={onClose} />
    </>
  );
}
