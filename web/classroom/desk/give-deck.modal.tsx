import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Dialog } from '../../ui/control/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useAttempt } from '../../ui/feedback/use-submit.ts';
import { useClasses, useClassesChanged } from '../classroom.queries.ts';

const giveFailed = msg({ message: 'The deck could not be added: {message}' });

function ClassRow({
  classroom: { id: classId, name, decks = [] },
  deckId,
}: {
  classroom: Classroom;
  deckId: number;
}) {
  const { t } = useLingui();
  const notices = useNotices();
  const changed = useClassesChanged();
  const [isGiven, setGiven] = useState(false);
  const [give, isGiving] = useAttempt(giveFailed, async () => {
    await callApi('POST /api/classes/:classId/decks', { params: { classId }, body: { deck_id: deckId } });
    setGiven(true);
    notices.success(t`The deck has been added to the class.`);
    void changed();
  });
  const hasIt = isGiven || decks.some(({ id }) => id === deckId);
  return (
    <li>
      <Button
        variant="light"
        fullWidth
        h="auto"
        mih={44}
        py={6}
        justify="space-between"
        styles={{ inner: { minHeight: 32 }, label: { whiteSpace: 'normal' } }}
        loading={isGiving}
        disabled={hasIt}
        rightSection={hasIt && t`Has it`}
        onClick={() => void give()}
      >
        {name}
      </Button>
    </li>
  );
}

export default function GiveDeckModal({
  deckId,
  opened,
  onClose,
}: {
  deckId: number;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { data, error, mutate } = useClasses();
  const classes = data?.filter(({ is_teacher }) => is_teacher);
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Give to a class`}>
      {!classes && <Unread of={{ error, mutate }} height={120} radius="md" />}
      {classes?.length === 0 && (
        <Empty
          text={t`You have no class yet. Make one, and your students join it by its code.`}
          action={<ButtonLink to={paths.teacherClasses()}>{t`Make a class`}</ButtonLink>}
        />
      )}
      {classes && classes.length > 0 && (
        <Stack component="ul" gap="xs" className="plain-list" aria-label={t`Your classes`}>
          {classes.map((classroom) => (
            <ClassRow key={classroom.id} classroom={classroom} deckId={deckId} />
          ))}
        </Stack>
      )}
    </Dialog>
  );
}
