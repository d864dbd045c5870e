import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Drawer, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook2 } from '@tabler/icons-react';
import { Passage } from '../passage.tsx';
import classes from './exam-session.module.css';
import type { ShownExam } from './exam-session.state.ts';

/** What the questions are about: beside them where there is room, else before the first one. */
export function ExamPassage({ exam }: { exam: ShownExam }) {
  return (
    <Paper withBorder radius="lg" p={{ base: 'sm', sm: 'md' }} className={classes.passage}>
      <Passage {...exam} />
    </Paper>
  );
}

/** Brings the text to any question, where it is not beside them. */
export function PassageDrawer({ exam }: { exam: ShownExam }) {
  const { t } = useLingui();
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
      <Drawer
        opened={isOpen}
        onClose={drawer.close}
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
    </>
  );
}
