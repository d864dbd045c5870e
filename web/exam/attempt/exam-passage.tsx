import { useLingui } from '@lingui/react/macro';
import { Button, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook2 } from '@tabler/icons-react';
import { lazy, useEffect } from 'react';
import { browserClock } from '../../lib/live/timing.ts';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { Passage } from '../form/passage.tsx';
import classes from './exam-session.module.css';
import type { ShownExam } from './state/exam-session.state.ts';

const loadDrawer = () => import('./passage-drawer.tsx');
const PassageDrawer = lazy(loadDrawer);

/** When the exam has been drawn, and what it is drawn of has come. */
const DRAWN_MS = 1_000;

/** What the questions are about: beside them where there is room, else before the first one. */
export function ExamPassage({ exam }: { exam: ShownExam }) {
  return (
    <Paper withBorder radius="lg" p={{ base: 'sm', sm: 'md' }} className={classes.passage}>
      <Passage {...exam} />
    </Paper>
  );
}

/** Brings the text to any question, where it is not beside them. */
export function PassageButton({ exam }: { exam: ShownExam }) {
  const { t } = useLingui();
  const [isOpen, drawer] = useDisclosure(false);
  // Not only when it is asked for: the network may be gone by then.
  useEffect(() => browserClock.after(DRAWN_MS, () => void loadDrawer().catch(() => {})), []);
  return (
    <>
      <Button
        variant="light"
        px="sm"
        h={44}
        className={classes.drawerButton}
        leftSection={<IconBook2 size={18} aria-hidden />}
        onClick={drawer.open}
      >
        {t`Passage`}
      </Button>
      <LazyDialog opened={isOpen}>
        <PassageDrawer opened={isOpen} onClose={drawer.close} exam={exam} />
      </LazyDialog>
    </>
  );
}
