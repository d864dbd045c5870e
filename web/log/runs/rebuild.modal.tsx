import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/control/dialog.tsx';
import { projectionMeaning, projectionName } from '../projection-text.ts';

interface RebuildProps {
  projections: readonly string[];
  onClose: () => void;
  onRebuild: (chosen: string[]) => void;
}

function RebuildForm({ projections, onClose, onRebuild }: RebuildProps) {
  const { t, i18n } = useLingui();
  const [chosen, setChosen] = useState([...projections]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onRebuild(projections.filter((name) => chosen.includes(name)));
      }}
    >
      <Stack>
        <Text size="sm">
          <Trans>
            The tables are rebuilt from the log beside the live ones, which serve meanwhile. At the end, rows
            that differ are replaced all at once. Cancelled before, it leaves everything as it was.
          </Trans>
        </Text>
        <Checkbox.Group
          label={t`What to rebuild`}
          description={t`Projections that depend on one another are rebuilt together.`}
          value={chosen}
          onChange={setChosen}
        >
          <Stack gap="sm" pt="sm">
            {projections.map((name) => (
              <Checkbox
                key={name}
                value={name}
                label={projectionName(i18n, name)}
                description={projectionMeaning(i18n, name)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={chosen.length === 0}>
            <Trans>Rebuild</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Asks what is to be rebuilt, and whether it really is. */
export function RebuildModal({ opened, ...props }: RebuildProps & { opened: boolean }) {
  return (
    <Dialog
      opened={opened}
      onClose={props.onClose}
      title={
        <Text component="span" fw={600}>
          <Trans>Rebuild projections?</Trans>
        </Text>
      }
    >
      <RebuildForm {...props} />
    </Dialog>
  );
}
