import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { spacedCode } from '../../../core/code-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import classes from './code-sheet.module.css';

/** The address that a code leads to, of this site. */
export const joinLink = (code: string): string => new URL(paths.join(code), window.location.origin).href;

interface CodeSheetProps {
  code: string;
  /** Above the code, where the page does not say it. */
  className?: string;
}

/** A code as a class sees it, on the wall or on paper: large, with its address and as a QR code. */
export function CodeSheet({ code, className }: CodeSheetProps) {
  const { t } = useLingui();
  const address = `${window.location.host}${paths.join(code)}`;
  return (
    <Stack gap="sm" align="stretch">
      {className !== undefined && (
        <Title order={1} ta="center" className="breakable">
          {className}
        </Title>
      )}
      <QrCode
        text={joinLink(code)}
        label={t`QR code that leads to the class`}
        strength="medium"
        className={classes.code}
      />
      <Text className={classes.letters} translate="no">
        {spacedCode(code)}
      </Text>
      <Text ta="center" c="dimmed" className="breakable">
        <Trans>Scan it, open {address}, or type the code under “Join a class”.</Trans>
      </Text>
    </Stack>
  );
}
