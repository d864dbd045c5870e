import { Trans } from '@lingui/react/macro';
import { Button, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook2 } from '@tabler/icons-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { Passage } from '../passage.tsx';
import classes from './exam-session.module.css';
import type { ShownExam } from './exam-session.state.ts';
import type { PassageDrawerProps } from './passage-drawer.tsx';

// Loaded as soon as the exam is shown, and not when it is asked for: the network may be gone by then.
const PassageDrawer = lazy(async (): Promise<{ default: ComponentType<PassageDrawerProps> }> => {
  const missing = { default: () => null };
  return import('./passage-drawer.tsx').catch(() => missing);
});

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
  const [isOpen, drawer] = useDisclosure(false);
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
        <Trans>Passage</Trans>
      </Button>
      <Suspense>
        <PassageDrawer opened={isOpen} onClose={drawer.close} exam={exam} />
      </Suspense>
    </>
  );
}
