import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Empty } from '../ui/empty.tsx';

export function NothingToStudy({ onEnd }: { onEnd: () => void }) {
  return (
    <Empty
      text={<Trans>There is nothing to study in this deck today.</Trans>}
      action={
        <Button onClick={onEnd}>
          <Trans>End Session</Trans>
        </Button>
      }
    />
  );
}
