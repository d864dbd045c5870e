import { Trans, useLingui } from '@lingui/react/macro';
import { Button, CopyButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react';
import type { EntrySettings } from '../../../core/site/site.schema.ts';
import { spacedCode } from '../../../core/text/code-text.ts';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useEntry } from './entry.queries.ts';
import { EntryChoice } from './entry-choice.tsx';
import { useEntryForm } from './use-entry-form.ts';

interface SchoolCodeProps {
  code: string;
  isBusy: boolean;
  onRenew: () => void;
}

/** The code that the administrator gives to the people of the school. */
function SchoolCode({ code, isBusy, onRenew }: SchoolCodeProps) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const renew = async () => {
    const isSure = await confirm({
      title: t`A new code for the school?`,
      text: t`The one that your people have is refused from now on. Who has an account keeps it.`,
      confirmLabel: t`Make a new code`,
    });
    if (isSure) onRenew();
  };
  return (
    <Stack gap="xs">
      <Text size="sm">
        <Trans>Code of the school</Trans>
      </Text>
      <Text fz={28} fw={700} ff="monospace" translate="no">
        {spacedCode(code)}
      </Text>
      <Group gap="xs">
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <Button
              variant="light"
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
              onClick={copy}
            >
              {copied ? <Trans>Copied</Trans> : <Trans>Copy the code</Trans>}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="light"
          leftSection={<IconRefresh size={18} aria-hidden />}
          disabled={isBusy}
          onClick={() => void renew()}
        >
          <Trans>Make a new code</Trans>
        </Button>
      </Group>
    </Stack>
  );
}

function EntryForm({ saved }: { saved: EntrySettings }) {
  const { chosen, choose, isSaving, save } = useEntryForm(saved.entry);
  return (
    <Stack>
      <EntryChoice value={chosen} onChange={choose} />
      <Group>
        <Button
          variant="light"
          loading={isSaving}
          disabled={chosen === saved.entry}
          onClick={() => void save()}
        >
          <Trans>Save who may come in</Trans>
        </Button>
      </Group>
      {saved.code !== null && chosen === 'code' && (
        <SchoolCode code={saved.code} isBusy={isSaving} onRenew={() => void save(true)} />
      )}
    </Stack>
  );
}

/** The setting that says who may register, to be changed at any time. */
export function EntrySection() {
  const { data, error, mutate } = useEntry();
  return (
    <Paper component="section" aria-labelledby="entry-title" withBorder radius="lg" p="lg" maw={640}>
      <Stack>
        <Title id="entry-title" order={3} size="h4">
          <Trans>Registration</Trans>
        </Title>
        {!data && <Unread of={{ error, mutate }} height={320} radius="lg" />}
        {data && <EntryForm saved={data} />}
      </Stack>
    </Paper>
  );
}
