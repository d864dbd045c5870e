import { Trans } from '@lingui/react/macro';
import { Loader, Stack, Text } from '@mantine/core';

/** An exam that is on its way. It says so in words: on a slow line this is all that is seen for seconds. */
export function ExamLoading() {
  return (
    <Stack align="center" justify="center" gap="md" mih={480} role="status">
      <Loader type="dots" aria-hidden />
      <Text c="dimmed">
        <Trans>Loading the exam…</Trans>
      </Text>
    </Stack>
  );
}
