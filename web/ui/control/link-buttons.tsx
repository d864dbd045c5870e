import { useLingui } from '@lingui/react/macro';
import { Button, Group, Portal, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconLink, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';

/** Copies a link, and prints the sheet of it by itself. */
export function LinkButtons({ link, sheet }: { link: string; sheet: ReactNode }) {
  const { t } = useLingui();
  const { copy, copied } = useClipboard({ timeout: 3_000 });
  const [isPrinting, setPrinting] = useState(false);

  // The browser stands still while it asks how to print; after that the page is what it was.
  useEffect(() => {
    if (!isPrinting) return;
    const forget = () => setPrinting(false);
    window.addEventListener('afterprint', forget);
    window.print();
    return () => window.removeEventListener('afterprint', forget);
  }, [isPrinting]);

  return (
    <Group justify="center">
      <Button
        variant="default"
        leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconLink size={18} aria-hidden />}
        onClick={() => copy(link)}
      >
        {copied ? t`Copied` : t`Copy the link`}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        onClick={() => setPrinting(true)}
      >
        {t`Print`}
      </Button>
      <VisuallyHidden role="status">{copied && t`The link is copied.`}</VisuallyHidden>
      {isPrinting && (
        <Portal>
          <div className="only-printed" data-printed-alone>
            {sheet}
          </div>
        </Portal>
      )}
    </Group>
  );
}
