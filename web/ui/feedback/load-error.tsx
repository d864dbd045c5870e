import { useLingui } from '@lingui/react/macro';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../lib/call/api-client.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { useLogInAgain } from '../../lib/pages/next-path.ts';
import { LoadingBlock, type LoadingBlockProps } from './loading-block.tsx';

interface UnreadProps extends Omit<LoadingBlockProps, 'title'> {
  /** The read that has no data yet. */
  of: { error: unknown; mutate: () => unknown };
  /** Drawn until there are data, in place of a block. */
  loading?: ReactNode;
  /** What could not be loaded, in words. */
  title?: string | undefined;
}

/** What a region shows until it has data: the shape of them, or why they could not be loaded. */
export function Unread({ of: { error, mutate }, loading, title, ...block }: UnreadProps) {
  if (error) return <LoadError error={error} {...(title && { title })} onRetry={() => void mutate()} />;
  return loading === undefined ? <LoadingBlock {...block} /> : loading;
}

interface LoadErrorProps {
  error: unknown;
  onRetry: () => void;
  /** What could not be loaded, in words. */
  title?: string;
}

/** What a region shows when its data could not be loaded; an ended session leads back to the login. */
export function LoadError({ error, onRetry, title }: LoadErrorProps) {
  const { i18n, t } = useLingui();
  const logInAgain = useLogInAgain();
  const sessionEnded = error instanceof ApiError && error.status === 401;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      title={title ?? t`This could not be loaded`}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{errorText(i18n, error)}</Text>
        {sessionEnded ? (
          <Button size="xs" variant="default" onClick={logInAgain}>
            {t`Log in again`}
          </Button>
        ) : (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t`Try again`}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
