import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { QrCode } from './qr-code.tsx';
import classes from './qr-sheet.module.css';

interface QrSheetProps {
  link: string;
  label: string;
  /** Above the code, where the page does not say it. */
  title?: string | undefined;
  children: ReactNode;
}

/** A link as many see it, on the wall or on paper: as a large QR code, with what is to be said of it. */
export function QrSheet({ link, label, title, children }: QrSheetProps) {
  return (
    <Stack gap="sm" align="stretch">
      {title !== undefined && (
        <Title order={1} ta="center" className="breakable">
          {title}
        </Title>
      )}
      <QrCode text={link} label={label} strength="medium" className={classes.code} />
      {children}
    </Stack>
  );
}
