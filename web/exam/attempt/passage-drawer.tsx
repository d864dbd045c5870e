import { useLingui } from '@lingui/react/macro';
import { Drawer } from '@mantine/core';
import { Passage } from '../form/passage.tsx';
import type { ShownExam } from './state/exam-session.state.ts';

interface PassageDrawerProps {
  opened: boolean;
  onClose: () => void;
  exam: ShownExam;
}

/** The text from below, over the question that it is read for. */
export default function PassageDrawer({ opened, onClose, exam }: PassageDrawerProps) {
  const { t } = useLingui();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t`Passage`}
      position="bottom"
      size="75%"
      radius="lg"
      // As a `header` it would be announced as another banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Passage {...exam} />
    </Drawer>
  );
}
