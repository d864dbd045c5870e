import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { spacedCode } from '../../../core/code-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { QrSheet } from '../../ui/qr-sheet.tsx';
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
    <QrSheet link={joinLink(code)} label={t`QR code that leads to the class`} title={className}>
      <Text className={classes.letters} translate="no">
        {spacedCode(code)}
      </Text>
      <Text ta="center" c="dimmed" className="breakable">
        <Trans>Scan it, open {address}, or type the code under “Join a class”.</Trans>
      </Text>
    </QrSheet>
  );
}
