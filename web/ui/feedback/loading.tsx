import { useLingui } from '@lingui/react/macro';
import { Center, Loader, VisuallyHidden } from '@mantine/core';

/** What a region shows while its data are on the way. */
export function Loading({ label, minHeight = 160 }: { label?: string; minHeight?: number }) {
  const { t } = useLingui();
  return (
    <Center mih={minHeight} role="status">
      <Loader type="dots" aria-hidden />
      <VisuallyHidden>{label ?? t`Loading…`}</VisuallyHidden>
    </Center>
  );
}
